/// Words that everybody uses: none of them is taken for a name that only looks or sounds like it.
///
/// They are the words of the project's transcribed speech that two speakers or more say, without names,
/// and everyday words beside them.
enum CommonWords {
  /// Returns whether a lower-case word is one of them, or a form of one: "looks", "carried".
  static func contains(_ word: String) -> Bool {
    words.contains(word)
      || endings.contains { ending, replacement in
        word.hasSuffix(ending) && words.contains(word.dropLast(ending.count) + replacement)
      }
  }

  private static let endings = [
    ("'s", ""), ("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"),
    ("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ly", ""),
    ("n't", ""),
  ]

  private static let words = Set(
    """
    abandon abbey abilities able abnormally about above abroad absence absolute absurd accept access
    accident accidentally accompanied accomplish according account accuracy accustomed ace
    acknowledged acquaintance acquainted acquired across act action active actual adapt add addition
    address adjoining admirable admiration admire admit admitted advance adventure advertised advice
    advised affairs affect affection afford afraid after afternoon afterward again against age agent
    agitation ago agony agreeable agreed agreement ah ahead aim air alarm alas alchemist alchemy
    alive all allow almost alone along already also although always am amazing ambition among amount
    amused an ancient and angel anger angry anhyzer animal anniversary announced announcement
    another answer ant antagonism anxiety anxious any anybody anyhow anyone anything anyway anywhere
    apart apartment apparent appeal appear appearance appetite apple application apply appointment
    appreciate apprehension approach appropriate april ardent are area argument arm army arose
    around aroused arranged arrest arrive arrogance art artificial as aside ask asleep assent
    assigned assignment assistance assistant assumed assure astonished astonishment at ate
    atmosphere attached attack attempt attended attention attitude attract audience august aunt
    authority automobile autumn available avenue average avoid awaited awaits awake awakened aware
    away awesome awful baby back background backhand backward bacon bad bade bag bake balanced
    balancing ball banana band bandits banished bank bar bare bargain barge bark barn barricade base
    basic basically basket bath battle bay be beach beam bean bear beard beast beat beaten beautiful
    beauty became because become bed bedroom bee beef been beep before beg began begged begin
    beginning begun behavior behind belief believe bell belonged belongs below belt bench bend
    beneath benefit benevolent bent berry beside best bestowed bet better between bewildered beyond
    bid big bike bill bin bird birdie birth biscuits bit bite bitter black blah blame blank blanket
    blast blaze bleak bleed blended bless blew blind block blood blow blue blur blush board boat
    body bogey boil bold bolt bomb bone book boom boot bore born borne boss both bottle bottom
    bought boulevard bounce bound bow bowl box boy brag brain brake branch brand brass brave bread
    break breakfast breast breath breed breeze brick bridge brief brigands bright brilliant bring
    broad broke broken bronze brother brought brow brown brush brutality bubble bucket bucks buddy
    bug build built bulb bulk bull bump bunch bunker burden burger burn burnt burst bury bus bush
    bushy business busy but butter buy by bye cab cabin cage cake calf call calm cam came camera
    camp campaign can candle candy cane cannot cap capable capacity cape capital captain capturing
    car card care carefully carnival carpet carriage carry cart carved case cash cast castle cat
    catch caught cause cave ceased cedar celebrated cell cellar cemetery cent centurion century
    certain certainty certificates chain chair chalk challenge champ champagne champion chance
    change chaos chapter character characteristic charge charm chart chase chat cheap cheat check
    cheek cheer cheese chef cherry chess chest chew chicken chief child children chill chimney chin
    china chip choice choked choose chop chore chose chosen christmas chunk church cinema circle
    circuit circumstances citizens city civil civilization claim clap class classic claw clay clean
    cleansing clear clenched clergyman clerk clever click cliff climb clip clock close cloth cloud
    club clue clumsy clutching coach coal coast coat code coffee coin cold collar collect collection
    college colonel colonial colony color comb combat come comfort comfortable comfortably comic
    command commenced comment commissioner committed common community companion company
    comparatively compelled compelling complaisance complete complicated composition composure
    computer comrades con concealed concern concert concessions concluded condemned condition
    conduct cone conference confess confession confidence confident confinement confirmed conflict
    confusion connect connection conscious consciousness consequence consequently consider
    considerable consideration conspiracy constant constituency constitution contact contained
    contains contemptuous contents continue contract control convenient conversation converted
    convince convulsively cook cookie cool cope copy core cork corn coroner corporal cost cottage
    couch cough could count country county couple courage course court cousin cover cow cowardice
    crack craft crap crash crawl crazy cream creative creature credit creek creep crew crime
    criminal crisp crop cross crow crowd crown crude cruel crush crust cry crystal cube cubicle cue
    cum cup curb cure curiosity curious curl curse curve customers cut dad dagger daily dale dam
    dame damn damp dance dangerous dare dark darkness darn dash data date daughter dawn day daylight
    dead deaf deal dear death debt decade deceased december decent decide deck declaration declare
    declined deep defeat defended definitely definition degree delay deliberation delicate delight
    deliver demand den denial dent deny depart department departure depend depth descend described
    desert design desire desk despair desperate despise despite destined details determined develop
    development devil devoted dial dice did die diet difference different difficult difficulty dig
    digits dignity dim dime din dine dinner dip direct direction dirt dirty disappearance
    disappeared disappearing disappointed disaster disc discernment disciples discipline discontent
    discover disgrace disguise dish disk dislike displayed disposed disposition distance distant
    distinguished district disturbed ditch dive divined do dock doctor dodge dog doll dollar dome
    done door dope dose dot double doubt dough down dozen draft drag dragged dragoon drain drama
    drank draw drawn dread dream dress drew drift drill drink drip drive driven drool drop dropped
    drove drowned drowsy drum drunk dry duck dude due dug duke dull dumb dump dune dunno during dusk
    dust duty each eager eagerness eagle ear earn earth ease easily east easy eat eaten edge edit
    effect effort egg eh eight eighteen eighteenth eighth eighty either elbow elder elect
    electricity elegant eleven eleventh elm else em emerged emotion emperor empire employ employment
    empty end enemy energy engaged engine engineering enjoy enjoyable enmity enough enter enterprise
    enthusiasm enthusiastic entire entrance entries envelope environment epic equal equipment erase
    ere error escape especially esteem even event eventually ever every everybody everyone
    everything everywhere evidence evident evil ex exact exam examination example excel excellent
    except exception excess exchange excited excitement exciting exclaimed excursion excuse executed
    execution exhibition exile existed exit expand expect expectation expedition expense expensive
    experience expiration explain explanation exploits explore explosion express expression extended
    extending extent exterior extra extraordinary eye face fact fade fail faint fair fairway fairy
    faith fake fall fallen false fame familiar family famous fan fancy fantastic far farm fascinated
    fashion fast fat fate father fatigue fault favor favorite fear feast feature february fed fee
    feel feet fell fellow felt fence ferocious ferry festival fetched fever feverish few fiddle
    field fiercely fifteen fifteenth fifth fifty fight figure file fill film final financial find
    fine finger finish fire firm first fish fist fit fitted five fix flag flame flap flare flash
    flat fled flee fleece fleet flesh flew flick flickering flight fling flip float flock flood
    floor flow flown flu flung flush flute fly foam fog fold folks follow followers food fool foot
    football footsteps for forbidden force forehand forehead foreign forever forgave forget forgive
    forgot forgotten fork form fort forte forth fortune forty forward fossil fought foul found four
    fourteen fourth fox frame frank fraud free freedom freeze french fresh friday friend friendship
    frighten frisbee frog from front frontier frost frown froze frozen fruit fuel fulfilled full
    fully fun fund funny fur further fuse fuss future gain gallant gamble game gang gap garage
    garden gas gate gather gave gaze gear gee gene general generosity generous genius gentleman
    gentlemen gently genuine gesture get getting ghost giant gift gig gimme girl give given glad
    glance glare glass gleam glide globe gloom gloomy glory glove glow glue go goal goat god gold
    golden golf gone gong gonna good goodness goose gorgeous gosh got gotten government governor
    grab grace grade gradually grain grand grandfather grant grape graph grasp grass grateful
    gratitude grave gravy gray graze grease great greed green greet grew grey grief grill grin grind
    grip groan gross ground group grow growl grown grudge guard guess guest guide guilt guilty gulf
    gum gun gust gut guy gym habit hack had hail hair hairy half hall halt ham hand handle handsome
    hang happen happiest happiness happy harbor hard hardness harm harmony harsh harvest has haste
    hastened hastily hat hatch hate haul have hawk hay haze he head headquarters heal health healthy
    heap hear heard heart heat heaven heavily heavy heck hedge heel height held hell hello help hen
    her herb herd here hero heroic heroine herself hesitate hey hi hid hidden hide high hike hill
    him himself hind hint hip hire history hit hitherto hoarse hobby hold hole hollow holy home
    honest honor hood hoof hook hop hope hopefully horizon horn horrible horse horseback hospital
    host hot hotel hound hour house household housekeeper hover how however howl hug huge hum human
    humanity humble hummed hundred hung hungry hunt hurl hurry hurt husband hut hyzer ice icon id
    idea ideally idle if ill illness image imagine immeasurable immediate immense impact importance
    important impossible impressed impression imprisoned improved impulse in inability incentive
    inch incident inclination inclined include incomprehensible increasing indeed independence
    indoors industry inevitable infer inflicted influence information informed initial injured
    injury inn innocent inquired insane inside insisted instance instant instead instinct
    instinctive instructions intelligence intelligent intend intense intensity intention interest
    interim interior interposed interrupted into introduced introduction invasion investment invoke
    involved iron is island issue it item itself ivory ivy jacket jail jam january jar jaw jazz
    jeans jeez jelly jerk jersey jet jewel job jog join joint joke jolly jot journey joy joyful
    judge judgment jug juice july jump june jungle junk jury just justice justified keen keep kept
    kettle key kick kid kill kin kind kindness king kingdom kiss kit kitchen kite knee kneel knew
    knife knit knob knock knot know knowledge known knuckles label lace lack lad ladder lady lagging
    laid lake lamb lame lamp land landline landscape lane language languid lap large laser last
    latch late latter laugh laughter law lawn lawyer lay lazy lead leaf league leak lean leap learn
    learnt lease least leather leave lecture led ledge leer left leg legend legit leisurely lemon
    lend length lens lent less lesson let letter level lever liar liberty library lick lid lie life
    lift light like limb lime limit limp line lingering lion lip liquid list listen lit literally
    little live livid load lobby local located lock lodge log logic logical lone long look loop
    loose loot lord lose loss lost lot loud lounge love low loyal luck lucky lump lunch lung lying
    machine mad madame made magic maid mail main maintain major make male mall man managed manager
    mando mankind manner many map maple march mark market marriage marry mars mask mass master mat
    match mate math matter may maybe maze me meal mean meaningful meanness meant meanwhile measure
    meat media meet melt member memorable memory men mend mental mentioned menu merchant mercy mere
    merge merit merry mess message messenger met method mice mid midnight midst might mighty mild
    mile military milk million mind mine minister minivan mint minute miracle mire miserable
    misfortune misgiving miss mist mistake mistress misunderstand mix moan mode moderate modern mom
    moment monastery monday money monster month mood moon moonlight moose mop moral more moreover
    morning morrow moss most moth motionless mount mountain mouse mouth move movement movie mow much
    mud muffled mug mum murder murmur muscle music musing must mute muttered muttering mutual muzzle
    my myself mysterious name narrative narrow nasty national nations native natural nature nay near
    neat necessary necessity neck need neglected neither nerve nervous net networks never
    nevertheless new newspaper next nice night nine nineteen nineteenth ninety ninth no noble nobody
    nod nodded nodding noise none noon nope nor north northern nose not note nothing notice notified
    notwithstanding november now nowadays nowhere number nurse nut oak oars oath ob obedience obey
    object objection obliged obscure observation observed observer obstinate obtain obviously
    occasion occasionally occupied occurred ocean october odd of off office officers official often
    oh okay old omen on once one onto onward oops op open operate operation opinion opportunity
    opposed opposite or orange ordeal order ordinary organ original orphan other otherwise ought
    ounce our ourselves out outside over overcoat overhead overnight owed owing owl own pace package
    packed packet pad page paid pain pair pal palace pale pan pane panting pants paper par pardon
    parents parish park parliament part partial particular party pass passage passionate past patch
    path pathetic patience patient patriots pause paw pay peace peach peak pear pearl peasant pebble
    peck peculiar peculiarity peel peer pen penalty pencil penny people pepper per perceive percent
    perfect performance performed perfume perhaps period perpetually persisted person personal
    persuade pet phone photograph phrase physical piano pick picture pie piece pig pile pill pillow
    pilot pin pine pink pipe pistol pit pitch pity pizza place plain plan plane planet planned plant
    plastic plate plausible play plea pleaded pleading pleasant please pleasure plenty plot plow
    plug plum plunged plus pocket poem poet point poison poke pole police polite political pond pool
    poor pop pope popular porch pork port portion pose position positive possess possession possible
    possibly post pot pouch pound pour poverty powder power powerful practical practice praise pray
    preceding precious precisely prefer preferred preparations prepared presence present president
    press pretence pretending pretext pretty prevent previous prey price pride priest prime prince
    princess principles print prison private privileges prize probable probably probe problem
    proceed process produce product profile profitable profound program prominent promised promises
    prompted pronounced proof proper property proportion proposed protestations proud prove provided
    province proximity prune psalm public pull pulse pump punch pup pupil puppy purchase pure purity
    purple purpose purse push put putt puzzle qualities quarter queen queer quest question quick
    quiet quilt quit quite quiz quote race rack radio raft rage ragged raid rail railroad rain
    rainbow rainy raise rake ram ran ranch rang range rank rapidly rare rash rat rate rather raw ray
    razor re reach react reaction read ready real reality realized rear reason reasonable reassured
    rebel rebellion recall recap receive recently reception recognition recognized record recovered
    recovery red reddish reef reel refer referee reflection refuge refuse regard regardless regret
    regretted regular reign rejects rejoicing relation relationship relatives relax relay release
    relief relieve remain remark remarkable remember remove rendering renewed rent repast repeat
    replace reply report repressed reproached republic repulsive reputation request require rescue
    research reserved residents resolved respect respectable responded response rest restless
    restore result resumed retain retiring retreat return reveal revenge review reward rhyme rib
    ribbon rice rich rid riddle ride ridge ridiculous rifle rig right rim ring riot rip ripe rise
    risen risk rival river road roar roast rob robbed robber robe robin robot rock rocket rod rode
    rogue role roll roman roof rookie room root rope rose rot rotten rough round roused route row
    royal royalty rub rude rue rug ruin rule rum rumor run running rush rust sack sacrifice sad
    saddle safe safety said sail saint sake salad salary sale salt same sample sand sandwich sang
    sank sat satisfaction satisfied saturday sauce savage save saw say scale scan scar scarcely
    scarf scary scene scent schedule school science scientific scissors scoop scope score scorecard
    scout scrap scratch scream screen screw script sculptor sea seal seam search season seat second
    secret section secured securing security see seek seem seen seized seldom self sell send sense
    sent sentence sentiment sentinel separated september series serious seriousness servant serve
    service set settle seven seventeen seventh seventy several severely sew shack shade shadow shady
    shaft shake shall shallow shame shape share shark sharp shattered shave she sheep sheet shelf
    shell shelter shepherds shield shift shine ship shirt shit shivered shock shoe shone shook shoot
    shop shore short shot should shout show showcase shown shrank shrink shrug shut shuttle shy sick
    side sidewalk siege sigh sight sign signal significant silence silent silk sill silly silver
    similar simple simply sin since sincere sing single singular sink sip sir siren sister sit site
    sitting situated situation six sixteen sixteenth sixth sixty size skate sketch ski skill skin
    skip skipped skull sky slam slap slaughter slave sled sleep sleeve slept slew slice slid slide
    slight slim slip slipped slope slot slow smack small smart smash smell smile smoke smooth snack
    snail snake snap snapped sneak sneer sniff snow so soak soap sob soccer social society sock soda
    soft soil solar sold soldier sole solemn solid solve sombre some somebody someday somehow
    someone something sometimes somewhat somewhere son song soon sore sorrow sorry sort sought soul
    sound soup sour source south space spacecraft spaceship spade spare spark speak spear special
    spectacle spectator speculation speculative speech speed spell spend spent spice spider spike
    spill spin spirit spit spite spitfire splash splendid split spoil spoke spoken sponge spoon
    sport spot sprang spray spread spring spun spy squad square squeeze stab stable stack staff
    stage staggered stain stair staircase stake stale stall stammered stamp stand standard star
    stare start startled startling starve state statement station statue stay steady steak steal
    steam steed steel steep steer stem step stepped stern stew stick still stimulation sting stink
    stir stock stole stolen stomach stone stood stool stop stopped store storm story stout stove
    straight strain strange strap straw stream street strength stress stretch stricken strict strike
    string strip striving stroke strolled strong struck struggle stuck student study stuff stump
    stupid style subject sublime subsequently subtler succeeded success successful such suck sudden
    suffer sufficient sugar suggestion suggests suit suitable sullen sum summer summon sun sunday
    sunk sunlight sunny sunset super superior supper support suppose sure surf surge surgeon
    surprise surrender surrounding surveyed surveying suspected suspended suspicious swallow swam
    swamp swan swap swear sweat sweep sweet swell swept swift swim swing switch sword swore swung
    sympathy symptoms system table taco tail take taken tale talent talk tall tame tan tank tap tape
    tapped target task taste taught tax tea teach team tear tease technology tee teem teeth telegram
    telephone tell temper temple ten tend tendency tense tent tenth term terrible terror test text
    than thank that the theatre theft their them theme themselves then theory there thereby
    therefore thereupon these they thick thicket thief thin think third thirsty thirteen thirtieth
    thirty this thorn thoroughly those though thought thoughtful thousand thread threat threatened
    threatening three threw thrill throat throne through throughout throw thrown thrust thud thumb
    thunder thursday thus thy tick ticket tide tidy tie tiger tight tightened tile till tilt time
    tin tinkling tiny tip tire title to toast tobacco today toe together told toll tomahawk tomb
    tome tomorrow tone tongue tonight too took tool tooth top torch tore toss total touch tough tour
    toward towel tower town toy trace track trade trademark trail train tranquil transfer trap trash
    travel travelled traveller travelling tray tread treasure treat tree trek tremble tremendous
    trend trial tribe trick trigger trim trip triple triumphant troop trophy trouble truck true
    trumpet trunk trust truth try tub tube tuesday tug tune tunnel turmoil turn twelfth twelve
    twentieth twenty twice twilight twin twist two type tyrant ugly uh ultimate um unable unanswered
    uncle unconscious under underbrush understand understood unexpected unfortunate unhappily
    unhappy unintelligible unit unity universal unknown unless unlucky unscrupulous unselfish untie
    until untouched unwilling up upon upset upstairs upward urge us use useful useless usual utmost
    utter vacation vacuum vague vain valley valuable value van vanished various vary vase vast
    vehicle veil vein vengeance venture verb verse version very vessel vest veto vexed via victim
    view villa vine violent virtue virus visible vision visionary visit visitors visual vivid voice
    void volt vote vow voyage voyagers wage wagon waist waistcoat wait wake wales walk wall wander
    want war ward warm warn warrant was wash waste watch water wave wax way we weak wealth weapon
    wear wearily weary weather weave web wedge wednesday week weekend weep weight weird welcome well
    went were west western wet whale what whatever wheat wheel when whence whenever where wherever
    whether which while whim whip whirl whisk whisper white who whoa whole whom whose why wicked
    wide width wife wig wild wildfire will win wind window windy wine wing wink winner winter wipe
    wire wise wish wit witch with within without witness woke wolf woman women won wonder wonderful
    wood wooden wool word wore work workers world worm worn worry worse worst worth worthy would
    wound wow wrap wrapped wreathed wreck wrestle wretched wrist write written wrong wrote yacht
    yank yard yarn yawn ye yeah year yeast yell yellow yep yesterday yet yield you young youngster
    your yourself yourselves youth yup zero zone zoo
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
