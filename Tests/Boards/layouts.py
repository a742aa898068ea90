"""The world's scoreboards: which numbers stand where. Lengths are in heights of a score's digit."""

import numpy as np

import digits
from board import (LED_COLOURS, Arrow, Lamps, Look, Number, Panel, Table, Words, column, row)

TEAMS = ["HOME", "GUEST", "VISITOR", "VISITORS", "AWAY", "LOCAL", "HEIM", "GAST", "GÄSTE", "DOLPHINS", "HAWKS",
         "BOSSES", "OILERS", "LIONS", "SOLOS", "BILLS", "GIBSON", "IZZO", "LINCOLN", "EAGLES", "TIGERS", "BULLS",
         "COUGARS", "WILDCATS", "JETS", "ST. LOUIS", "OSLO", "ZEBRAS", "SEALS", "BEES", "HOOPS", "TEAM A", "TEAM B",
         "NORTH", "SOUTH", "RED", "BLUE", "WESTSIDE", "LAKERS", "HORNETS", "BC OBI", "USC", "ILLINI", "GOBLES"]
PAIRS = [("HOME", "GUEST"), ("HOME", "VISITOR"), ("HOME", "AWAY"), ("LOCAL", "VISITORS"), ("HEIM", "GAST"),
         ("Home", "Guest"), ("Home", "Visitor"), ("TEAM A", "TEAM B"), ("RED", "BLUE"), ("US", "THEM")]
SPONSORS = ["DAKTRONICS", "NEVCO", "CITY BANK", "PIZZA HOUSE", "FAIR-PLAY", "COLA", "BOSCH & SOHN", "SPORTABLE",
            "BODET", "FAVERO", "STRAMATEL", "FIRST SAVINGS BANK", "GO BISONS!", "OLSEN'S HARDWARE", "SALON ZOE"]
NUMBERED_SPONSORS = [("ROUTE 66 DINER", 66), ("RADIO 98", 98), ("SINCE 1987", 1987), ("GYM 2", 2), ("CHANNEL 5", 5)]
BOARD_COLOURS = [(.04, .04, .05), (.05, .06, .16), (.02, .1, .07), (.35, .04, .05), (.1, .1, .1), (.62, .62, .6),
                 (.82, .82, .78), (.08, .15, .38), (.3, .3, .32), (.02, .02, .02), (.2, .12, .3), (.5, .25, .02)]
PRINT_INKS = [((.04, .04, .04), (.93, .92, .88)), ((.95, .95, .93), (.05, .05, .06)), ((.75, .03, .05), (.95, .94, .9)),
              ((.98, .85, .1), (.05, .05, .06)), ((.05, .1, .45), (.95, .95, .92)), ((.97, .97, .97), (.7, .05, .07)),
              ((.97, .97, .97), (.05, .15, .5)), ((.05, .05, .05), (.97, .8, .1)), ((.97, .97, .95), (.03, .35, .15))]


class Design:
    """What the parts of one board have in common: faces, colours, lettering."""

    def __init__(self, rng, kind):
        self.rng, self.kind = rng, kind
        self.body = BOARD_COLOURS[rng.integers(len(BOARD_COLOURS))]
        self.dark = float(np.mean(self.body)) < .45
        self.letters = (.93, .93, .9) if self.dark else (.06, .06, .07)
        if self.dark and rng.random() < .2:
            self.letters = (.95, .8, .15)
        self.path = str(rng.choice(digits.LABEL_FONTS))
        self.label = rng.uniform(.22, .5)
        self.numbers = []
        self.screen = kind == "print" and rng.random() < .25
        self.vanes = kind == "segments" and rng.random() < .07
        if self.screen or kind == "dots" and rng.random() < .4:
            self.body, self.dark, self.letters = (.02, .02, .025), True, (.9, .9, .88)
        self.score = self.look()
        self.second = self.look(like=self.score)
        self.small = self.second if rng.random() < .6 else self.score

    def look(self, like=None):
        """A look for scores, or one `like` it for the clock and the small numbers."""
        rng = self.rng
        same = like and (self.kind != "segments" or rng.random() < .8)
        face = like.face if same else digits.some_face(rng, self.kind)
        if self.kind == "print" and not self.screen:
            return self.printed(face, like)
        names = list(LED_COLOURS)
        name = str(rng.choice(names, p=[.38, .16, .08, .1, .12, .1, .03, .03]))
        colour = like.colour if like and rng.random() < .4 else LED_COLOURS[name]
        glass = like.glass if like else tuple(np.array([.025, .025, .03]) * rng.uniform(.4, 2))
        if self.vanes:
            return Look(face, (.93, .87, .12) if not like else like.colour, False, 0, (.04, .04, .04))
        unlit = like.unlit if like else float(rng.choice([0, rng.uniform(.02, .13)], p=[.4, .6]))
        if self.kind == "print":
            colour = like.colour if like else LED_COLOURS[str(rng.choice(["white", "white", "yellow", "red", "green"]))]
            unlit = 0
        return Look(face, colour, True, unlit, glass)

    def printed(self, face, like):
        rng = self.rng
        ink, paper = PRINT_INKS[rng.integers(len(PRINT_INKS))]
        if like:
            ink, paper = like.colour, like.glass
        card = like.card if like else str(rng.choice(["each", "whole"]))
        return Look(face, ink, False, 0, paper, card, like.split if like else rng.random() < .35)

    # Words and numbers

    def words(self, text, height=None, colour=None):
        return Words(text, height or self.label, self.path, colour or self.letters)

    def number(self, value, height, slots=1, look=None):
        """A number that is no score."""
        self.numbers.append(value)
        return Number("other", str(value).rjust(slots), height, look or self.small)

    def glows(self):
        return self.small.emits

    def names(self):
        rng = self.rng
        if rng.random() < .6:
            return PAIRS[rng.integers(len(PAIRS))]
        names = rng.choice(TEAMS, 2, replace=False)
        if rng.random() < .1:
            age = int(rng.integers(8, 19))
            self.numbers.append(age)
            return f"{names[0]} U{age}", str(names[1])
        return str(names[0]), str(names[1])


def some_scores(rng):
    """Two scores of a game; mostly of youth basketball, some of a start or of a high game, some ties."""
    draw = rng.random()
    if draw < .08:
        pair = rng.integers(0, 10, 2)
    elif draw < .2:
        pair = rng.integers(85, 131, 2)
    elif draw < .26:
        pair = [rng.integers(0, 131)] * 2
    elif draw < .31:
        pair = rng.integers(0, 131, 2)
    else:
        middle = rng.normal(48, 17)
        pair = np.clip(np.round(middle + rng.normal(0, 9, 2)), 0, 130)
    return [int(side) for side in pair]


def some_clock(rng):
    """A clock's text, often at or near the end."""
    draw = rng.random()
    if draw < .3:
        return str(rng.choice(["0:00", "00:00", "0.0", "00.0"]))
    if draw < .42:
        return f"{rng.integers(0, 60)}.{rng.integers(0, 10)}"
    if draw < .72:
        return f"{rng.integers(0, 10)}:{rng.integers(0, 60):02d}"
    return f"{rng.integers(0, 21):02d}:{rng.integers(0, 60):02d}"


def score_texts(rng, scores):
    """The two scores as a board of two or three digits shows them: blanks, rarely zeros, at the left."""
    slots = 3 if max(scores) > 99 or rng.random() < .35 else 2
    pad = "0" if rng.random() < .06 else " "
    if slots == 3 and pad == "0" and rng.random() < .6:
        pad = " "
    texts = [str(score).rjust(slots, pad) for score in scores]
    return [text.strip() for text in texts] if rng.random() < .15 else texts


class Board:
    """One board's truth while it is laid out."""

    def __init__(self, rng, design):
        self.rng, self.design = rng, design
        self.scores = some_scores(rng)
        if design.kind == "print" and not design.screen:
            self.scores = [min(score, 99) if rng.random() < .8 else score for score in self.scores]
        self.texts = score_texts(rng, self.scores)
        self.clock = some_clock(rng)
        self.shown_clock = None
        self.small = rng.uniform(.48, .84)

    def score(self, side, height=1.0):
        return Number(f"score{side}", self.texts[side], height, self.design.score)

    def time(self, height):
        self.shown_clock = self.clock
        return Number("clock", self.clock, height, self.design.second)

    def period(self, height=None, word=None):
        design, rng = self.design, self.rng
        word = word or str(rng.choice(["PERIOD", "QTR", "QUARTER", "HALF", "Period", "SET"]))
        if rng.random() < .15:
            text = str(rng.choice(["1ST", "2ND", "3RD", "4TH", "OT", "FINAL", "HALF"]))
            if text[0].isdigit():
                design.numbers.append(int(text[0]))
            return design.words(text, .5)
        value = int(rng.integers(1, 5))
        return column(design.words(word, design.label * .8), design.number(value, height or self.small), gap=.12)

    def labelled(self, word, value, slots=1, height=None):
        design = self.design
        return column(design.words(word, design.label * .8),
                      design.number(value, height or self.small, slots), gap=.12)

    def fouls(self, slots=None):
        word = str(self.rng.choice(["FOULS", "FOULS", "TEAM FOULS", "Fouls", "FAUTES"]))
        return self.labelled(word, int(self.rng.integers(0, 11)), slots or int(self.rng.integers(1, 3)))

    def timeouts(self):
        rng, design = self.rng, self.design
        if rng.random() < .4:
            return column(design.words("T.O.L.", design.label * .7),
                          Lamps(3, int(rng.integers(0, 4)), .22, design.second.colour, design.glows()), gap=.12)
        return self.labelled(str(rng.choice(["T.O.L", "TOL", "TIME OUTS", "T.O."])), int(rng.integers(0, 6)))

    def possession(self):
        return Arrow(.4, self.design.second.colour, self.design.glows(), self.rng.random() < .5)

    def shot_clock(self, height):
        rng = self.rng
        value = int(rng.integers(0, 25)) if rng.random() < .85 else round(float(rng.uniform(.1, 4.9)), 1)
        return self.design.number(value, height, 2)

    def sponsor(self):
        rng = self.rng
        if rng.random() < .2:
            text, value = NUMBERED_SPONSORS[rng.integers(len(NUMBERED_SPONSORS))]
            self.design.numbers.append(value)
        else:
            text = str(rng.choice(SPONSORS))
        return self.design.words(text, rng.uniform(.18, .45))

    def maybe(self, chance, make, *arguments):
        return make(*arguments) if self.rng.random() < chance else None


def classic(board):
    """Home at the left, guest at the right, clock above the centre, fouls and timeouts below."""
    rng, design = board.rng, board.design
    home, guest = design.names()
    sides = [column(design.words(name), board.score(side), board.maybe(.4, board.possession))
             for side, name in enumerate((home, guest))]
    clock = board.time(rng.uniform(.75, 1.3))
    middle = column(clock, board.period())
    lower = row(board.fouls(), board.maybe(.7, board.timeouts), board.maybe(.5, player_foul, board),
                board.maybe(.7, board.timeouts), board.fouls(), gap=rng.uniform(.5, .9))
    main = row(sides[0], middle, sides[1], gap=rng.uniform(.5, 1.2), align=rng.choice([0, .5, 1]), width=lower.w)
    return column(main, lower if rng.random() < .85 else None, board.maybe(.4, board.sponsor), gap=rng.uniform(.3, .6))


def player_foul(board):
    """The last foul: a player's number and how many."""
    rng, design = board.rng, board.design
    return column(design.words("PLAYER FOUL", design.label * .7),
                  row(design.number(int(rng.integers(0, 56)), board.small, 2),
                      design.number(int(rng.integers(1, 6)), board.small), gap=.35), gap=.12)


def clock_over(board):
    """The clock on top over the whole, the scores in one row with the period between."""
    rng, design = board.rng, board.design
    home, guest = design.names()
    top = row(design.words(home), board.time(rng.uniform(.6, 1.1)), design.words(guest), gap=.6)
    scores = row(board.score(0), board.period(), board.score(1), gap=rng.uniform(.6, 1.8), width=top.w)
    lower = row(board.fouls(), board.timeouts(), board.timeouts(), board.fouls(), gap=.6, width=max(top.w, scores.w))
    return column(top, scores, lower if rng.random() < .7 else None, gap=.4)


def stacked(board):
    """A row for each team with its name; the scores in a column."""
    rng, design = board.rng, board.design
    names, extra = design.names(), rng.random() < .5
    lines = []
    if rng.random() < .5:
        heads = ["TEAM", "SCORE"] + (["FOULS", "T.O."] if extra else [])
        lines.append([design.words(head, design.label * .7) for head in heads])
    for side, name in enumerate(names):
        line = [design.words(name, rng.uniform(.4, .6) if side == 0 else lines[-1][0].h), board.score(side)]
        if extra:
            line += [design.number(int(rng.integers(0, 11)), board.small, 2),
                     design.number(int(rng.integers(0, 6)), board.small)]
        lines.append(line)
    table = Table(lines, rng.uniform(.5, 1.2), rng.uniform(.3, .7))
    if rng.random() < .3:
        return table
    aside = [board.time(rng.uniform(.6, 1.0)), board.period()]
    return row(table, column(*aside), gap=.9) if rng.random() < .4 else column(table, row(*aside, gap=1), gap=.45) \
        if rng.random() < .5 else column(row(*aside, gap=1), table, gap=.45)


def portable(board):
    """A small board for a table: scores at the sides, clock above, period and fouls between."""
    rng, design = board.rng, board.design
    names = design.names()
    clock = board.time(rng.uniform(.55, .9))
    middle = column(board.period(rng.uniform(.45, .7)), board.maybe(.3, board.possession))
    scores = row(board.score(0), middle, board.score(1), gap=rng.uniform(.35, .7))
    heads = row(*(design.words(name, .25) for name in names), gap=1, width=scores.w)
    fouls = row(board.fouls(1), board.fouls(1), gap=1, width=scores.w) if rng.random() < .4 else None
    return column(clock, heads, scores, fouls, gap=.2)


def scores_below(board):
    """A large clock above, scores below it."""
    rng, design = board.rng, board.design
    home, guest = design.names()
    top = board.time(rng.uniform(1.0, 1.6))
    middle = row(board.fouls(), board.period(), board.fouls(), gap=rng.uniform(.5, 1))
    bottom = row(column(board.score(0), design.words(home)), column(board.score(1), design.words(guest)),
                 gap=rng.uniform(.8, 2.2), width=middle.w)
    return column(top, middle if rng.random() < .7 else None, bottom, gap=.4)


def wide(board):
    """Everything in one row."""
    rng, design = board.rng, board.design
    home, guest = design.names()
    clock = column(board.time(rng.uniform(.5, .9)), board.maybe(.5, board.period, .5)) if rng.random() < .85 else None
    return row(design.words(home, .45), board.score(0), board.maybe(.5, board.possession), clock, board.score(1),
               design.words(guest, .45), gap=rng.uniform(.5, 1))


def minimal(board):
    """Two numbers, and perhaps a small one of sets or periods between; no clock."""
    rng, design = board.rng, board.design
    middle = None
    if rng.random() < .4:
        height = rng.uniform(.35, .55)
        middle = design.number(int(rng.integers(1, 5)), height) if rng.random() < .5 else \
            row(design.number(int(rng.integers(0, 4)), height), design.number(int(rng.integers(0, 4)), height), gap=.3)
    scores = row(board.score(0), middle, board.score(1), gap=rng.uniform(.4, 1.0))
    if rng.random() < .6:
        home, guest = design.names()
        return column(row(design.words(home, .28), design.words(guest, .28), gap=.8, width=scores.w), scores, gap=.25)
    return scores


def with_shot_clock(board):
    """The classic board under, over or beside a shot clock."""
    rng, design = board.rng, board.design
    main = classic(board) if rng.random() < .6 else clock_over(board)
    shot = Panel(column(board.maybe(.4, design.words, "SHOT CLOCK", .25), board.shot_clock(rng.uniform(.7, 1.5))), .2,
                 (.03, .03, .03), (.5, .5, .5))
    return column(shot, main, gap=.5) if rng.random() < .7 else row(main, shot, gap=.6)


def player_panel(board):
    """A panel of five to twelve players: number, fouls, perhaps points."""
    rng, design = board.rng, board.design
    count, points = int(rng.integers(5, 9)), rng.random() < .3
    height = rng.uniform(.3, .48)
    heads = ["NO", "F"] + (["PTS"] if points else [])
    lines = [[design.words(head, .2) for head in heads]]
    for jersey in sorted(rng.choice(np.arange(4, 56), count, replace=False)):
        line = [design.number(int(jersey), height, 2), design.number(int(rng.integers(0, 6)), height)]
        lines.append(line + ([design.number(int(rng.integers(0, 31)), height, 2)] if points else []))
    return Table(lines, .25, .12)


def with_panels(board):
    """A board between two panels of players."""
    main = clock_over(board) if board.rng.random() < .5 else classic(board)
    return row(player_panel(board), main, player_panel(board), gap=.6)


def quarters(board):
    """Rows of the quarters' points with the total, larger, at the right."""
    rng, design = board.rng, board.design
    lines = []
    for side, name in enumerate(design.names()):
        cuts = sorted(rng.integers(0, board.scores[side] + 1, 3))
        parts = np.diff([0, *cuts, board.scores[side]])
        lines.append([design.words(name, .4), *(design.number(int(part), .55, 2) for part in parts),
                      board.score(side)])
    heads = [design.words(head, .28) for head in ["TEAM", "1", "2", "3", "4", "T"]]
    design.numbers += [1, 2, 3, 4]
    table = Table([heads, *lines], .45, .3)
    return column(table, row(board.time(.6), gap=1), gap=.4) if rng.random() < .5 else table


LAYOUTS = {classic: .24, clock_over: .13, stacked: .13, portable: .11, scores_below: .09, wide: .07,
           minimal: .05, with_shot_clock: .08, with_panels: .07, quarters: .03}
PRINTED = {minimal: .42, portable: .16, stacked: .14, classic: .09, wide: .09, scores_below: .05, quarters: .05}


def with_scores(rng, kind):
    """A board that shows a pair: its parts, design and truth."""
    design = Design(rng, kind)
    board = Board(rng, design)
    table = PRINTED if kind == "print" and not design.screen else LAYOUTS
    layouts = list(table)
    layout = layouts[rng.choice(len(layouts), p=np.array(list(table.values())) / sum(table.values()))]
    part = layout(board)
    return part, design, board.scores, board.shown_clock, layout.__name__


# Pictures without a pair of scores

def lone_number(board):
    rng, design = board.rng, board.design
    word = str(rng.choice(["LAPS", "LANE", "NOW SERVING", "PLATFORM", "COURT"]))
    return column(board.maybe(.5, design.words, word, .3),
                  design.number(int(rng.integers(0, 200)), 1, look=design.score))


def lone_shot_clock(board):
    rng, design = board.rng, board.design
    clock = board.time(rng.uniform(.4, .6)) if rng.random() < .5 else None
    return column(clock, design.number(int(rng.integers(0, 25)), 1, 2, design.score), gap=.3)


def lone_clock(board):
    return column(board.time(1), board.maybe(.4, board.sponsor))


def jersey(board):
    rng, design = board.rng, board.design
    name = design.words(str(rng.choice(["MILLER", "SOSA", "O'BRIEN", "GLOBIO", "LEE"])), .28)
    return column(name, design.number(int(rng.integers(0, 56)), 1, look=design.score), gap=.2)


def speed_sign(board):
    rng, design = board.rng, board.design
    return column(design.words("SPEED", .3), design.words("LIMIT", .3),
                  design.number(int(rng.integers(1, 16)) * 5, 1, look=design.score), gap=.15)


def poster(board):
    rng, design = board.rng, board.design
    lines = list(rng.choice(["SUMMER CAMP", "TRYOUTS", "BASKETBALL", "SATURDAY", "BE LOUD", "GO LIONS", "NO FOOD",
                             "OR DRINKS", "IN THE GYM", "SOLD OUT", "ICE COLD SODA", "EXIT"], 4, replace=False))
    year = int(rng.integers(1987, 2027))
    design.numbers.append(year)
    return column(*(design.words(str(line), rng.uniform(.4, .9)) for line in lines), design.words(str(year), .6),
                  gap=.3)


def without_scores(rng, kind):
    """A picture's object that shows no pair, as `with_scores` gives one."""
    design = Design(rng, kind)
    board = Board(rng, design)
    choices = [jersey, speed_sign, poster, lone_number] if kind == "print" else \
        [lone_number, lone_shot_clock, lone_shot_clock, lone_clock]
    layout = choices[rng.integers(len(choices))]
    if kind == "print":
        design.score.card = design.second.card = "whole"
        design.score.split = design.second.split = False
        if not design.screen and layout is not poster:
            design.body, design.letters = design.score.glass, design.score.colour
    part = layout(board)
    return part, design, None, board.shown_clock, layout.__name__
