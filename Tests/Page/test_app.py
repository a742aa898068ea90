"""The whole app in the browser: the way in, home, new rounds, courses, history and the end, against the built host."""

import json
import re

import pytest
from conftest import watched
from hyzer_host import PARS
from phones import until
from playwright.sync_api import expect


def card(phone, course="Mill Pond"):
    """A round in the list that is shown."""
    return phone.page.locator(".round.card").filter(has_text=course)


def heading(phone, name):
    return phone.page.get_by_role("heading", name=name, exact=True)


def begin(phone, *players, course="Mill Pond"):
    """Makes a round of who begins it and some players whom the group knows."""
    phone.press("Start a round")
    phone.page.get_by_role("button", name=course).click()
    for player in players:
        phone.press(player)
    phone.press("Start")
    phone.at(1)
    return phone.page.evaluate("history.state.round")


def play(host, round, holes=range(1, 10), scores="Jake 3, Mike 4, Sarah 5"):
    host.run("round", "use", round, "--yes")
    for hole in holes:
        host.run("enter", "--hole", str(hole), scores)


def finish(host, phone):
    """Finishes the round on the host, which a phone shows."""
    host.run("round", "finish")
    expect(phone.page.locator("dialog.ends")).to_be_visible()


# MARK: The way in

def test_a_player_comes_into_the_group_by_a_name(members, group):
    jake = members()
    jake.page.goto(group.url + "/join#" + group.group_invitation)
    expect(heading(jake, "What should we call you?")).to_be_visible()
    name = jake.page.get_by_label("Your name")
    expect(name).to_be_focused()
    name.press_sequentially("J")
    expect(jake.page.get_by_role("button", name=re.compile("Are you"))).to_have_count(0)
    name.press_sequentially("a")
    jake.press("Are you Jake?")
    expect(heading(jake, "Scoring")).to_be_visible()
    jake.press("You")
    expect(jake.sheet.get_by_role("heading")).to_have_text("Jake")
    kept = jake.page.evaluate("JSON.stringify([location.href, history.state, { ...localStorage }])")
    assert group.group_invitation.split(".")[1] not in kept
    assert "Jake" in group.run("device", "list")


@pytest.mark.parametrize("answer", ["Jake", "Jak is new"])
def test_a_name_that_is_near_a_players_is_asked_about(members, group, answer):
    phone = members()
    phone.page.goto(group.url + "/join#" + group.group_invitation)
    phone.page.get_by_label("Your name").fill("Jak")
    phone.press("Go")
    expect(phone.sheet.get_by_role("heading")).to_have_text("Jake?")
    phone.press(answer)
    expect(heading(phone, "Scoring")).to_be_visible()
    phone.press("You")
    expect(phone.sheet.get_by_role("heading")).to_have_text(answer.split()[0])
    assert ("Jak" in group.run("player", "list").split()) == (answer != "Jake")


def test_an_invitation_that_is_none_is_said_where_a_code_helps(members, group):
    stranger = members()
    stranger.page.goto(group.url + "/join#group.wrong")
    expect(stranger.page.get_by_role("alert").filter(has_text="invitation has ended")).to_be_visible()
    expect(stranger.page.get_by_label("Code")).to_be_focused()


def test_the_bare_address_says_how_to_come_in(members, group):
    stranger = members()
    stranger.page.goto(group.url)
    expect(heading(stranger, "Welcome to Hyzer")).to_be_visible()
    expect(stranger.page.locator(".page")).to_contain_text("Scan the QR code of your group")
    expect(stranger.page.locator(".page")).to_contain_text("join one round by its code")


def watch(members):
    """A watch that nobody let in: where it stands, and what it shows to be typed."""
    one = members(viewport={"width": 198, "height": 242})
    one.page.goto(one.host.url + "/watch")
    expect(one.page.locator(".code")).to_have_text(re.compile("^[0-9]{3} [0-9]{3}$"))
    return one


def add_watch(phone, code):
    phone.press("Add a watch")
    phone.page.get_by_label("Code on the watch").fill(code)
    phone.press("Add")


def test_a_watch_comes_in_by_a_code_that_is_typed_into_a_phone(members, group):
    jake, one, other = members("Jake"), watch(members), watch(members)
    jake.press("You")
    add_watch(jake, one.page.locator(".code").inner_text())
    expect(one.page.get_by_role("heading", name="No active round")).to_be_visible()
    expect(jake.page.locator("dialog")).to_have_count(0)
    begin(jake, "Mike")
    one.page.get_by_role("button", name=re.compile("^Jake, ")).click()
    one.press("Save")
    jake.shows("Jake", 1, 3)
    expect(other.page.locator(".code")).to_be_visible()
    # On the round as well, and a code that no watch shows is said.
    jake.press("More")
    add_watch(jake, "000000")
    expect(jake.sheet.get_by_role("alert")).to_have_text("no watch shows this code now; look at it again")
    jake.page.get_by_label("Code on the watch").fill(other.page.locator(".code").inner_text())
    jake.press("Add")
    expect(other.page.get_by_role("heading", name="Hole 1 of 9")).to_be_visible()


def test_a_watch_shows_another_code_where_the_host_forgot_one(members, group):
    jake, one = members("Jake"), watch(members)
    first = one.page.locator(".code").inner_text()
    group.kill()
    expect(one.page.get_by_role("alert").filter(has_text="The host cannot be reached.")).to_be_visible()
    group.start()
    expect(one.page.locator(".code")).not_to_have_text(first)
    expect(one.page.get_by_role("alert").filter(has_text="The host")).to_have_count(0)
    jake.press("You")
    add_watch(jake, one.page.locator(".code").inner_text())
    expect(one.page.get_by_role("heading", name="No active round")).to_be_visible()


# MARK: Home, and making a round

def test_a_round_is_made_once_where_the_answer_to_its_start_is_lost(members, group):
    jake = members("Jake")
    jake.press("Start a round")
    jake.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    asked = []

    def lose(route):
        if route.request.method != "POST":
            return route.continue_()
        asked.append(route.request.post_data_json["id"])
        if len(asked) > 1:
            return route.continue_()
        assert route.fetch().status == 201
        route.abort()
    jake.page.route("**/api/rounds", lose)
    jake.press("Start")
    expect(jake.page.get_by_role("alert").filter(has_text="The host cannot be reached.")).to_be_visible()
    jake.press("Start")
    jake.at(1)
    assert len(set(asked)) == 1
    assert jake.page.evaluate("history.state.round") == asked[0]
    assert len(group.run("round", "list", "--json").splitlines()) == 1


def test_home_leads_on_from_a_first_course_to_a_first_round(members, group):
    for name in group.courses():
        group.run("course", "delete", name)
    jake = members("Jake")
    expect(heading(jake, "No round in progress.")).to_be_visible()
    tabs = jake.page.get_by_role("navigation", name="Home").get_by_role("button")
    expect(tabs).to_have_text(["Scoring", "History", "Courses"])
    expect(tabs.nth(0)).to_have_attribute("aria-current", "page")
    jake.press("Add a course")
    jake.page.get_by_label("Name").fill("Home Park")
    jake.press("9 holes")
    jake.press("Save")
    expect(heading(jake, "Who plays?")).to_be_visible()
    expect(jake.page.locator(".summary")).to_have_text("Home Park · Jake")
    jake.page.go_back()
    expect(jake.page.get_by_role("button", name="Start a round")).to_be_visible()


def test_a_round_is_made_step_by_step(members, group):
    jake = members("Jake")
    jake.press("Start a round")
    jake.page.get_by_role("button", name=re.compile("Mill Pond.*9 holes, par 30")).click()
    player = jake.page.get_by_label("Add a player")
    player.fill("sa")
    found = jake.page.locator(".picker .big")
    expect(found).to_have_text(["Sarah"])
    found.click()
    # A name that may be Mike's.
    player.fill("Mik")
    jake.press("Add “Mik”")
    expect(jake.sheet.get_by_role("heading")).to_have_text("Mike?")
    jake.sheet.get_by_role("button", name="Mike", exact=True).click()
    # A guest may be called as anybody.
    player.fill("Jo")
    jake.page.get_by_role("switch", name="Guest, for this round only").click()
    player.press("Enter")
    expect(jake.page.locator(".chip")).to_have_text(["Jake", "Sarah", "Mike", "Joguest"])
    jake.page.get_by_role("button", name="Sarah: leave out").click()
    expect(jake.page.locator(".summary")).to_have_text("Mill Pond · Jake, Mike and Jo")
    jake.press("Start")
    jake.at(1)
    for name in ("Jake", "Mike", "Jo"):
        expect(jake.row(name)).to_be_visible()
    jake.score("Jo", 4)
    jake.sent()
    shown = json.loads(group.run("round", "show", jake.page.evaluate("history.state.round"), "--json"))
    assert shown["organiser"] == "Jake"
    assert [one["name"] for one in shown["players"]] == ["Jake", "Mike", "Jo"]
    assert "Jo" not in group.run("player", "list").split()
    # No way leads back into its making.
    jake.page.go_back()
    expect(card(jake)).to_contain_text("Jo leads at +1")


def test_courses_are_searched_where_there_are_many(members, group):
    jake = members("Jake")
    for count in range(7 - len(group.courses())):
        group.run("course", "new", f"Park {count}", "--holes", "9")
    jake.press("Start a round")
    jake.page.get_by_label("Search").fill("mill")
    expect(jake.page.locator(".page .big")).to_have_text(["Mill Pond9 holes · par 30"])


def test_back_goes_one_step(members):
    jake = members("Jake")
    jake.press("Start a round")
    jake.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    jake.press("Mike")
    jake.press("Back")
    expect(heading(jake, "Which course?")).to_be_visible()
    jake.page.go_forward()
    expect(jake.page.locator(".chip")).to_have_text(["Jake", "Mike"])
    jake.page.go_back()
    jake.page.go_back()
    expect(heading(jake, "Scoring")).to_be_visible()


def test_nothing_is_lost_where_a_round_does_not_start(members, group):
    jake = members("Jake")
    jake.press("Start a round")
    jake.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    jake.press("Mike")
    group.kill()
    jake.press("Start")
    expect(jake.page.get_by_role("alert").filter(has_text="The host cannot be reached.")).to_be_visible()
    expect(jake.page.locator(".chip")).to_have_text(["Jake", "Mike"])
    jake.press("Back")
    expect(jake.page.get_by_role("alert").filter(has_text="A round begins where the host is reached.")).to_be_visible()
    group.start()
    jake.page.go_forward()
    jake.page.reload()
    expect(jake.page.locator(".chip")).to_have_text(["Jake", "Mike"])
    jake.press("Start")
    jake.at(1)


def test_an_answer_that_is_cut_off_is_none(members, group):
    jake = members("Jake")
    jake.press("Courses")
    expect(jake.page.get_by_text("Mill Pond")).to_be_visible()
    jake.page.route("**/api/courses", lambda route: route.fulfill(body='{"courses": [{"na'))
    jake.press("Scoring")
    jake.press("Courses")
    expect(jake.page.get_by_text("Mill Pond")).to_be_visible()
    jake.page.reload()
    jake.press("Courses")
    expect(jake.page.get_by_text("Mill Pond")).to_be_visible()


def test_the_same_group_plays_again_by_one_tap(members, group):
    jake = members("Jake")
    round = begin(jake, "Mike", "Sarah")
    play(group, round)
    finish(group, jake)
    jake.press("Close")
    jake.press("All rounds")
    jake.press("Scoring")
    jake.page.get_by_role("button", name="Same group again").click()
    expect(jake.page.locator(".summary")).to_have_text("Mill Pond · Jake, Mike and Sarah")
    jake.press("Start")
    jake.at(1)
    assert jake.page.evaluate("history.state.round") != round


def test_the_round_under_way_is_one_tap_away_from_all_of_home(members, group):
    jake = members("Jake")
    play(group, begin(jake, "Mike", "Sarah"), [1])
    jake.press("More")
    jake.press("All rounds")
    expect(card(jake)).to_contain_text("thru 1 of 9")
    expect(card(jake)).to_have_accessible_name(re.compile(
        "^Mill Pond. In progress. thru 1 of 9. Jake leads at even. Jake, Mike and Sarah. since "))
    for tab in ("History", "Courses"):
        jake.press(tab)
        jake.page.locator(".strip").filter(has_text="Mill Pond · thru 1 of 9 · Jake leads at E").click()
        jake.at(2)
        jake.page.go_back()
        expect(jake.page.get_by_role("button", name=tab, exact=True)).to_have_attribute("aria-current", "page")


def test_a_page_that_is_loaded_anew_stays_where_it_was(members, group):
    jake = members("Jake")
    begin(jake, "Mike")
    jake.press("More")
    jake.press("All rounds")
    jake.press("Courses")
    jake.page.reload()
    expect(heading(jake, "Courses")).to_be_visible()
    # A course is saved after a round was seen, too.
    jake.press("New course")
    jake.page.get_by_label("Name").fill("Home Park")
    jake.press("Save")
    expect(jake.page.get_by_role("button", name=re.compile("Home Park"))).to_be_visible()
    # Opened anew, it shows the round that goes on.
    page = jake.context.new_page()
    page.goto(group.url)
    expect(page.locator(".hole:not([inert])")).to_contain_text("Mike")


def test_who_is_no_person_of_the_group_starts_no_rounds(phones):
    watcher = phones().join(None)
    watcher.press("More")
    watcher.press("All rounds")
    expect(heading(watcher, "Scoring")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="Start a round")).to_be_hidden()
    watcher.press("Courses")
    expect(watcher.page.get_by_role("button", name="New course")).to_be_hidden()


# MARK: Courses

def test_courses_are_made_changed_and_deleted(members, group):
    jake = members("Jake")
    jake.press("Courses")
    jake.press("New course")
    count = jake.page.get_by_label("Holes", exact=True)
    expect(count).to_have_text("18")
    jake.press("Save")
    expect(jake.page.get_by_role("alert").filter(has_text="A course needs a name.")).to_be_visible()
    jake.page.get_by_label("Name").fill("Home Park")
    jake.press("9 holes")
    jake.press("One hole more")
    expect(count).to_have_text("10")
    jake.press("One hole less")
    for name in ("Hole 2, par 3", "Hole 2, par 4", "Hole 2, par 5", "Hole 2, par 6", "Hole 2, par 2", "Hole 3, par 3"):
        jake.press(name)
    jake.page.keyboard.press("ArrowRight")
    jake.page.keyboard.press("5")
    expect(jake.page.locator(".page .caption")).to_have_text("9 holes · par 30")
    jake.press("Save")
    jake.page.get_by_role("button", name=re.compile("Home Park.*9 holes, par 30")).click()
    assert group.courses()["Home Park"] == [3, 3, 4, 5, 3, 3, 3, 3, 3]
    jake.page.get_by_label("Name").fill("Mill Pond")
    jake.press("Save")
    expect(jake.page.get_by_role("alert").filter(has_text="already")).to_be_visible()
    jake.page.get_by_label("Name").fill("Home Wood")
    jake.press("Save")
    jake.page.get_by_role("button", name=re.compile("Home Wood")).click()
    jake.press("Delete course")
    jake.press("Keep it")
    jake.press("Delete course")
    jake.press("Delete")
    expect(jake.page.get_by_role("button", name=re.compile("Mill Pond"))).to_be_visible()
    expect(jake.page.get_by_role("button", name=re.compile("Home Wood"))).to_have_count(0)
    assert "Home Wood" not in group.courses()


# MARK: The end

def test_a_round_that_ends_slides_up_on_all_phones_and_is_finished_in_every_list(members, group):
    jake, mike, sarah = members("Jake"), members("Mike"), members("Sarah")
    round = begin(jake, "Mike", "Sarah")
    expect(card(mike)).to_be_visible()
    mike.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    play(group, round, range(1, 9))
    expect(card(sarah)).to_contain_text("thru 8 of 9")
    # Somebody else completes it while another hole is shown, and is asked.
    mike.at(9)
    for player, strokes in (("Jake", 2), ("Sarah", 4)):
        mike.score(player, strokes)
    mike.press("Previous hole")
    mike.at(8)
    mike.press("Next hole")
    mike.at(9)
    mike.score("Mike", 3)
    expect(mike.sheet.get_by_role("heading")).to_have_text("All scores recorded. Finalize round?")
    expect(jake.sheet.get_by_role("heading")).to_have_text("All scores recorded. Finalize round?")
    mike.press("Finalize")
    for phone in (mike, jake):
        expect(phone.sheet.get_by_role("heading")).to_have_text("Mill Pond")
        expect(phone.sheet).to_contain_text(re.compile(r"Finished · .*9 holes · organised by Jake"))
        expect(phone.sheet.get_by_role("status")).to_have_text("Round complete. Jake won at minus four.")
        expect(phone.sheet.locator(".standings .name")).to_have_text(["Jake", "Mike", "Sarah"])
        expect(phone.sheet.locator(".standings .strokes")).to_have_text(["26", "35", "44"])
    expect(sarah.page.get_by_role("heading", name="No round in progress.")).to_be_visible()
    sarah.press("History")
    expect(card(sarah)).to_contain_text("Jake won at −4")
    expect(card(sarah)).to_contain_text("You: 3rd, +14")
    jake.press("Close")
    jake.press("All rounds")
    expect(card(jake)).to_contain_text("You won at −4")
    assert [event["reportedBy"] for event in group.events() if event.get("kind") == "finish"] == ["Mike"]


def test_four_players_fit_one_screen_at_the_end(members, group):
    jake = members("Jake")
    group.run("player", "new", "Zoe")
    play(group, begin(jake, "Mike", "Sarah", "Zoe"), scores="Jake 3, Mike 4, Sarah 5, Zoe 6")
    finish(group, jake)
    expect(jake.sheet.locator(".standings .row")).to_have_count(4)
    expect(jake.sheet.locator("[data-medal]:not([data-medal=''])")).to_have_count(3)
    expect(jake.sheet.locator(".shares > *")).to_be_visible()
    assert jake.sheet.evaluate("({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight")
    assert jake.sheet.bounding_box()["y"] >= 0


def test_anybody_who_plays_may_finish_and_is_told_what_is_missing(members, group):
    jake, mike = members("Jake"), members("Mike")
    begin(jake, "Mike")
    mike.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    mike.at(1)
    mike.score("Jake", 3)
    mike.press("More")
    expect(mike.sheet).to_contain_text("Jake organises the round, and alone can invite")
    expect(mike.sheet.get_by_role("button", name="Invite")).to_have_count(0)
    mike.press("Finish round")
    expect(mike.sheet).to_contain_text("Missing: hole 1 (Mike), hole 2 (Jake and Mike)")
    mike.press("Finish anyway")
    for phone in (jake, mike):
        expect(phone.sheet).to_contain_text("Finished early")


def test_the_end_is_shared_as_a_picture_where_the_browser_can(members, group):
    jake = members("Jake")
    jake.page.add_init_script("""
      navigator.canShare = ({ files }) => files[0].type === "image/png";
      navigator.share = async ({ files: [file], title }) => { globalThis.shared = [file.name, file.size > 1000, title]; };
    """)
    jake.page.reload()
    play(group, begin(jake, "Mike", "Sarah"))
    finish(group, jake)
    jake.sheet.get_by_role("button", name="Share").click()
    until(lambda: jake.page.evaluate("globalThis.shared"), jake.page)
    name, is_large, title = jake.page.evaluate("shared")
    assert name.startswith("Mill Pond ") and name.endswith(".png") and is_large and title == "Mill Pond"


def test_the_end_is_kept_as_a_picture_where_nothing_shares(members, group):
    jake = members("Jake")
    jake.page.add_init_script("navigator.canShare = undefined")
    jake.page.reload()
    play(group, begin(jake, "Mike", "Sarah"))
    finish(group, jake)
    with jake.page.expect_download() as download:
        jake.sheet.get_by_role("link", name="Save picture").click()
    assert download.value.suggested_filename.startswith("Mill Pond")


def test_history_opens_a_round_and_a_players_holes(members, group):
    jake = members("Jake")
    jake.press("History")
    expect(heading(jake, "No finished round yet.")).to_be_visible()
    jake.press("Scoring")
    play(group, begin(jake, "Mike", "Sarah"))
    finish(group, jake)
    jake.press("Close")
    expect(jake.page.locator(".page tbody tr")).to_have_count(3)
    jake.page.get_by_role("button", name=re.compile("Mike, plus six")).click()
    expect(jake.sheet.get_by_role("heading")).to_have_text("Mike")
    expect(jake.sheet.locator("tbody tr")).to_have_count(9)
    expect(jake.sheet.locator("tbody tr").nth(0)).to_have_text(re.compile("134.*\\+1"))


def test_the_season_stands_beside_its_bars(members, group):
    line = {"rounds": 3, "wins": 1, "strokes": 90, "relativeToPar": 7, "average": 2.333}
    jake = members("Jake")
    jake.page.route("**/api/season", lambda route: route.fulfill(json={"seasons": [{
        "year": 2026, "lines": [{"player": "Mike", **line, "average": -1}, {"player": "Jake", **line}],
        "courses": [{"course": "Mill Pond", "player": "Jake", "rounds": 2, "average": 4, "best": 1},
                    {"course": "Oak Ridge", "player": "Jake", "rounds": 1, "average": -1, "best": -1},
                    {"course": "Mill Pond", "player": "Mike", "rounds": 2, "average": 0, "best": 0}]}]}))
    play(group, begin(jake, "Mike", "Sarah"))
    finish(group, jake)
    jake.press("Close")
    jake.press("All rounds")
    jake.press("Season")
    expect(heading(jake, "Season 2026")).to_be_visible()
    expect(jake.page.locator(".season tbody tr")).to_have_text(["Mike31−1", "Jake31+2.3"])
    expect(heading(jake, "Jake by course")).to_be_visible()
    bars = jake.page.locator(".bars li")
    expect(bars).to_have_text(["Mill Pond+42 rounds, best +1", "Oak Ridge−11 round, best −1"])
    widths = [bar.locator(".filled").get_attribute("width") for bar in bars.all()]
    assert float(widths[0]) == 4 * float(widths[1])


# MARK: What the organiser does

def test_the_organiser_invites_by_code_and_link(members, group, browser):
    jake = members("Jake")
    begin(jake, "Mike")
    jake.press("More")
    jake.press("Invite")
    expect(jake.sheet.get_by_role("img", name="QR code of the round")).to_be_visible()
    assert jake.sheet.locator(".qr").evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    expect(jake.sheet.locator(".code")).to_have_text(re.compile("^[0-9A-Z]{4}-[0-9A-Z]{4}$"))
    link = jake.sheet.get_by_label("Link").input_value()
    assert link.startswith("http")
    with watched(browser) as context:
        page = context.new_page()
        page.goto(group.url + "/join#" + link.partition("#")[2])
        page.get_by_role("button", name="Mike", exact=True).click()
        expect(page.locator(".hole-card")).to_be_visible()


def test_the_organiser_lets_players_come_late_leave_and_come_back(members, group):
    jake = members("Jake")
    round = begin(jake, "Mike")
    play(group, round, [1], "Jake 3, Mike 4")
    jake.at(2)
    jake.press("More")
    jake.press("Add a player")
    jake.sheet.get_by_role("button", name="Sarah").click()
    expect(jake.row("Sarah")).to_be_visible()
    jake.shows("Sarah", 1, None)
    jake.press("More")
    jake.press("Add a player")
    jake.sheet.get_by_label("Add a player").fill("Jo")
    jake.sheet.get_by_role("switch").click()
    jake.press("Add “Jo”")
    expect(jake.row("Jo")).to_be_visible()
    jake.press("More")
    jake.press("Someone left")
    jake.sheet.get_by_role("button", name="Mike").click()
    expect(jake.page.locator(".notice")).to_have_text("Mike left the round.")
    jake.press("More")
    jake.press("Add a player")
    jake.sheet.get_by_role("button", name="Mike").click()
    expect(jake.page.locator(".notice")).to_have_text("Mike plays from now on.")
    jake.sent()
    changes = [(event["kind"], event["player"], event["away"]) for event in group.events() if event.get("player") and not event.get("hole")]
    assert changes == [("join", "Sarah", [1]), ("join", "Jo", [1]), ("leave", "Mike", list(range(2, 10))), ("join", "Mike", [])]
    assert "Sarah" in [one["name"] for one in json.loads(group.run("round", "show", round, "--json"))["players"]]


def test_the_organiser_deletes_a_round_and_brings_it_back(members, group):
    jake, mike = members("Jake"), members("Mike")
    begin(jake, "Mike")
    mike.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    mike.at(1)
    jake.press("More")
    jake.press("Delete round")
    jake.press("Keep it")
    jake.at(1)
    jake.press("More")
    jake.press("Delete round")
    jake.press("Delete")
    for phone in (jake, mike):
        expect(heading(phone, "This round was deleted.")).to_be_visible()
    expect(mike.page.get_by_role("button", name="Bring it back")).to_have_count(0)
    jake.press("Bring it back")
    for phone in (jake, mike):
        phone.at(1)
