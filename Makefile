# Hyzer Voice. The two commands to know: make demo, make test.

# What it is built with stands in debian/control; debhelper is what make deb installs.
BUILD_PACKAGES = $(filter-out debhelper-compat, \
  $(shell sed -n '/^Build-Depends:/,/^[^ :]*:/s/^ \([^ ,]*\).*/\1/p' debian/control))
PACKAGES = $(BUILD_PACKAGES) pocketsphinx-en-us flite libasound2-plugins fonts-dejavu-core sox \
  python3-venv parallel tmux
# What tests start.
TEST_PACKAGES = postgresql zbar-tools zsh
# What make corpus needs beside those.
CORPUS_PACKAGES = espeak-ng festival festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts
CORPUS_VOICES = flite:slt flite:rms flite:awb flite:kal16 \
  espeak:en-us+m3 espeak:en-us+f3 espeak:en-gb-x-rp espeak:en-gb-scotland \
  festival:kal_diphone festival:ked_diphone festival:cmu_us_slt_arctic_hts
CORPUS_CLIPS = 300
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PREFIX ?= /usr/local
DESTDIR ?=
ZSH_FUNCTIONS = site-functions
HYZER = .build/release/hyzer
COMMIT = $(shell git rev-parse --short=9 HEAD 2>/dev/null)
TEST = swift test --disable-xctest
# What decodes audio and folds events is optimised in tests as well; see Package.swift.
export HYZER_OPTIMIZED = 1
SOURCES = Sources Benchmarks Tests Package.swift

.PHONY: all deps installed deps-page demo docs examples test test-page test-page-here test-training pictures soak fuzz talk asan lint format bench bench-hub accuracy false-accepts games material model digits judge-digits metrics audio corpus install install-files deb test-deb release clean

all: deps
	HYZER_COMMIT=$(COMMIT) swift build -c release

# Installs what is missing; does nothing, and needs no rights, where everything is there.
define install
@missing=$$(for package in $(1); do \
    dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; \
  done); \
if [ -n "$$missing" ]; then \
  $(SUDO) apt-get update -qq && \
  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; \
fi
endef

# The one target that installs Debian packages, and so may ask for the rights to.
deps:
	$(call install,$(PACKAGES) $(TEST_PACKAGES))

# Says what is missing; installs nothing.
installed:
	@missing=$$(for package in $(PACKAGES) $(TEST_PACKAGES); do \
	    dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; \
	  done); \
	if [ -n "$$missing" ]; then \
	  echo "these Debian packages are missing; install them by: make deps:" $$missing >&2; exit 1; \
	fi

# Sentences one by one; a whole round, with corrections and answers, from a recording; and one round of two
# laptops and a phone that are apart for a while, with a host between them. It ends with how phones open the
# round's page.
DEMO = .build/demo.db
demo: all
	$(HYZER) score --round Audio/round.json Audio/*.flac
	rm -f $(DEMO) $(DEMO)-wal $(DEMO)-shm
	$(HYZER) listen --round Audio/walk/round.json --input Audio/walk/walk.flac --fast --plain \
	  --db $(DEMO)
	$(HYZER) leaderboard --db $(DEMO)
	Demo/group.sh $(HYZER)
	Demo/page.sh $(HYZER) $(DEMO)

# What both stores do is tried on both.
test: installed
	$(TEST)
	HYZER_TESTED_STORE=postgresql $(TEST) --skip-build --filter 'ScoreLogTests.*(Reconciliation|Admissions|Exchange|Round|Commit|Devices|LogFollower)Tests'
	$(MAKE) --no-print-directory examples

# What a program of somebody else's has to do to use the libraries; each is a package of its own, and both
# share what they build, but for the plan of the build, which is one package's.
EXAMPLES = $(notdir $(wildcard Examples/*))
examples: installed
	$(foreach example,$(EXAMPLES),rm -f .build/examples/debug.yaml && \
	  swift run --package-path Examples/$(example) --scratch-path .build/examples $(example) &&) true

# The documentation as a site, to be served from .build/docs: the project's Markdown, which begins with three ways in, and both libraries'
# declarations. A public declaration without a comment is an error, as is a link that leads nowhere.
DOCS = .build/docs
ARCHIVES = $(DOCS).archives
LIBRARIES = HyzerVoice ScoreLog
DOCC = $(dir $(realpath $(shell command -v swift)))docc
# Pages of one archive may link to those of another.
CONVERT = $(DOCC) convert --warnings-as-errors --enable-experimental-external-link-support
docs: installed
	rm -rf $(DOCS) $(ARCHIVES)
	# Symbols are dumped of the package's tests too, which have to be there.
	swift build --build-tests
	swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
	Documents/symbols.py $$(dirname $$(ls -t .build/*/symbolgraph/HyzerVoice.symbols.json | head -1)) $(ARCHIVES) DiscGolf $(LIBRARIES)
	$(CONVERT) --fallback-display-name DiscGolf --fallback-bundle-identifier DiscGolf \
	  --additional-symbol-graph-dir $(ARCHIVES)/DiscGolf --output-path $(ARCHIVES)/DiscGolf.doccarchive
	$(foreach library,$(LIBRARIES),$(CONVERT) Sources/$(library)/$(library).docc \
	  --additional-symbol-graph-dir $(ARCHIVES)/$(library) --output-path $(ARCHIVES)/$(library).doccarchive &&) true
	Documents/site.py . $(ARCHIVES)/Guide.docc
	$(CONVERT) $(ARCHIVES)/Guide.docc --fallback-display-name Guide --fallback-bundle-identifier Guide \
	  $(LIBRARIES:%=--dependency $(ARCHIVES)/%.doccarchive) --output-path $(ARCHIVES)/Guide.doccarchive
	$(DOCC) merge $(ARCHIVES)/*.doccarchive --output-path $(DOCS) --synthesized-landing-page-name "Hyzer Voice"
	echo '<!doctype html><meta charset="utf-8"><title>Hyzer Voice</title><meta http-equiv="refresh" content="0; url=documentation/guide/">' > $(DOCS)/index.html

# The phone page: its modules in Debian's Node beside vectors that the Swift types write, and all of it in Debian's
# Chromium, driven by a Python environment of its own.
PAGE = $(CURDIR)/.build/page
VECTORS = $(CURDIR)/.build/vectors
deps-page: deps
	$(call install,chromium nodejs)
	$(MAKE) --no-print-directory $(PAGE)/installed

$(PAGE)/installed: Tests/Page/requirements.txt
	python3 -m venv $(PAGE)
	$(PAGE)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

test-page: deps-page
	$(MAKE) --no-print-directory test-page-here

test-page-here:
	rm -rf $(VECTORS)
	HYZER_VECTORS=$(VECTORS) $(TEST) --filter "PageTests.*[Vv]ector"
	HYZER_VECTORS=$(VECTORS) node --test Tests/Page/modules.test.mjs Tests/Page/snap.test.mjs
	swift build --product hyzer
	$(PAGE)/bin/python -B -m pytest -n 2 Tests/Page

# Every view of the page in every size and look, to look at; the README's two pictures among them.
PICTURES = .build/pictures
pictures: deps-page
	swift build --product hyzer
	$(PAGE)/bin/python -B Tests/Page/pictures.py $(PICTURES)

# Ten thousand schedules in which devices with logs in files gather events over a bad network, and two thousand
# with a host's log in PostgreSQL; a failing one is shrunk and printed, with the command that repeats it.
soak: installed
	HYZER_SCHEDULES=10000 $(TEST) --filter StoreSimulationTests

# What nobody should say, said to the page's server and host of many seeds.
fuzz: installed
	HYZER_FUZZ=300 $(TEST) --filter 'abused'

# A million composed lines, whole and damaged, with what they say: what is saved must be what is meant.
talk: installed
	HYZER_TALK=250000 $(TEST) --filter ComposedTalkTests

# The C adapters under AddressSanitizer, with leak checking.
ADAPTERS = HyzerVoiceTests|PostgreSQLStoreTests|ScoreboardsTests|ScoreLog.*Tests|ScoreScreenTests|ScorekeepingTests.*Capture|PhonePageTests
# Tests of rooms that are pure, and call no C: by their files' names.
PURE = $(notdir $(wildcard $(addprefix Tests/,$(addsuffix /*.swift,HyzerVoiceTests/Language \
  HyzerVoiceTests/Language/Parsing HyzerVoiceTests/Language/Phonetics ScoreLogTests/Rules \
  ScoreScreenTests/Display PhonePageTests/Page PhonePageTests/Protocol))))
empty :=
SKIPPED = $(subst $(empty) $(empty),|,$(addprefix /,$(PURE)))
SANITIZED = LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 \
  $(TEST) --sanitize=address --scratch-path .build-asan
# PocketSphinx has no frame pointers, so that where it loses memory is seen by the slow way to unwind alone.
BROKEN_GRAMMARS = GrammarRecognizerTests
asan: installed
	$(SANITIZED) --filter '$(ADAPTERS)' --skip '$(BROKEN_GRAMMARS)|$(SKIPPED)'
	ASAN_OPTIONS=fast_unwind_on_malloc=0 $(SANITIZED) --skip-build --filter '$(BROKEN_GRAMMARS)'

lint:
	swift format lint --strict --recursive $(SOURCES)
	swift build --build-tests --explicit-target-dependency-import-check error

format:
	swift format --in-place --recursive $(SOURCES)

bench: deps
	swift build -c release --product hyzer-bench && swift build -c release --product hyzer
	.build/release/hyzer-bench
	@if $(MAKE) --no-print-directory deps-page; then \
	  $(PAGE)/bin/python -B Tests/Page/measure.py .build/release/hyzer; \
	else \
	  echo "skipped: the time to the page's first paint needs Debian's chromium (see above)"; \
	fi

# What a host of many groups costs under a Saturday's load, with a PostgreSQL server of its own; fails where something
# that was acknowledged is lost. HUB="short" takes 100 groups alone, HUB="all statements" also shows what was asked.
HUB = all
bench-hub: deps
	swift build -c release --product hyzer-bench-hub
	.build/release/hyzer-bench-hub $(HUB)

# How well voices and noises are heard that no setting was fitted to, beside the goals; needs
# recordings of speech and of noise, which are not part of the project. Voices of part 8/8 and names of part
# 2/2 judge; voices of 4/8, names of 1/2 and the noises FITTED served to fit settings; the other voices
# trained the network. SHARD=1/3 takes every third utterance, in a third of the time.
SPEECH ?= ../shared/speech
CORPORA ?= ../shared/corpora
FITTED = blanket_birds blanket_city gscnoise_exercise_bike
NOISES ?= $(filter-out $(FITTED:%=$(SPEECH)/noise/%.wav),$(wildcard $(SPEECH)/noise/*.wav))
SNR ?= 15,10
SHARD ?= 1/1
COUNT ?= 600
FIT_COUNT ?= 300
# Sentences and words without a score, beside those with.
OTHERS ?= 300
GOALS = exact=93@quiet exact=93@15 exact=92@10 pairs=96.5@quiet pairs=90@10 wrong-commits=0.7 \
  false-accepts=0.3
ACCURACY = .build/accuracy
ALIGNED = alphanumeric an4 wuw-corpus-ii librispeech-train-clean-5 common-voice-en-100 \
  common-voice-puri vctk-p239
SINGLE_WORDS = $(SPEECH)/names/index.tsv $(SPEECH)/digits/index.tsv \
  $(SPEECH)/transcribed/speech-commands-pico/manifest.tsv \
  $(SPEECH)/transcribed/speech-commands-anrose/manifest.tsv
OTHER_SPEECH = $(SPEECH)/unrelated-commands/index.tsv $(SPEECH)/other-words/index.tsv \
  $(patsubst %,$(SPEECH)/transcribed/%/manifest.tsv,an4 wuw-corpus-ii \
    librispeech-train-clean-5 common-voice-en-100)
PARTS_judge = --part 8/8 --name-part 2/2 --seed 2 --count $(COUNT)
PARTS_fit = --part 4/8 --name-part 1/2 --seed 7 --count $(FIT_COUNT)

# Sentences to judge by and to fit on, spliced from single words and from words of running speech.
material: $(ACCURACY)/judge/manifest.jsonl $(ACCURACY)/fit/manifest.jsonl

# Alignment takes minutes for each hour of speech, so what was aligned is kept.
$(ACCURACY)/words.tsv: Corpus/names.txt | all
	mkdir -p $(ACCURACY)
	$(HYZER) corpus align $(ALIGNED:%=--speech $(SPEECH)/transcribed/%/manifest.tsv) \
	  --names Corpus/names.txt --out $@

$(ACCURACY)/%/manifest.jsonl: $(ACCURACY)/words.tsv
	rm -rf $(@D)
	$(HYZER) corpus splice --clips $< $(SINGLE_WORDS:%=--clips %) --names Corpus/names.txt \
	  $(OTHER_SPEECH:%=--other %) --other-count $(OTHERS) $(PARTS_$*) --out $(@D)

accuracy: $(ACCURACY)/judge/manifest.jsonl
	$(HYZER) evaluate $(ACCURACY)/judge/manifest.jsonl $(foreach n,$(NOISES),--noise $(n) --negative $(n)) \
	  $(if $(NOISES),--snr $(SNR)) --shard $(SHARD) $(patsubst %,--target %,$(GOALS)) \
	  --html $(ACCURACY)/report.html --chart $(ACCURACY)/chart.svg
	$(HYZER) evaluate $(CORPORA)/real-names/manifest.jsonl $(CORPORA)/unrelated/commands.jsonl \
	  $(CORPORA)/unrelated/words.jsonl --shard $(SHARD) \
	  $(patsubst %,--target %,$(filter-out %@15 %@10,$(GOALS)))

# The acoustic network, from transcribed speech that is not part of the project: ten minutes on a large GPU, days without one.
# The times of what is said are found with the network in use. WITHOUT="--without wuw-corpus-ii" leaves a source out.
MODEL = .build/model
MODEL_PACKAGES = pocketsphinx pocketsphinx-en-us flite ffmpeg python3-venv
NETWORK = Models/english.network
WITHOUT =
STEPS =
model: $(MODEL)/installed
	$(MODEL)/bin/python -B Models/training/prepare.py --speech $(SPEECH) --names Corpus/names.txt --network $(NETWORK) \
	  --work $(MODEL)/work $(WITHOUT)
	$(MODEL)/bin/python -B Models/training/train.py --speech $(SPEECH) --names Corpus/names.txt --work $(MODEL)/work \
	  --compare $(NETWORK) --out $(NETWORK) $(STEPS)

$(MODEL)/installed: Models/training/requirements.txt
	$(call install,$(MODEL_PACKAGES))
	python3 -m venv $(MODEL)
	$(MODEL)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# The network of digits, from boards that are drawn with Debian's fonts: eleven minutes on sixteen cores and a large GPU,
# where RUN="--seconds 660 --batch 256 --crops 250000" made the one here; two hours on two cores make a weaker one.
# `make judge-digits` counts what it finds on boards with other fonts, colours and layouts. The fonts are unpacked, not
# installed.
DIGITS = .build/digits
DIGITS_NETWORK = Models/digits.network
RUN =
# Large arrays come and go; the allocator is to keep their memory.
DIGITS_PYTHON = OMP_NUM_THREADS=1 MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=4000000000 $(DIGITS)/python/bin/python
digits: $(DIGITS)/installed
	$(DIGITS_PYTHON) Models/training/digits.py --fonts $(DIGITS)/fonts --work $(DIGITS)/work --out $(DIGITS_NETWORK) $(RUN)

judge-digits: $(DIGITS)/installed
	$(DIGITS_PYTHON) Models/training/judging.py --fonts $(DIGITS)/fonts --network $(DIGITS_NETWORK)

$(DIGITS)/installed: Models/training/digits-requirements.txt Models/training/boards.py
	$(call install,python3-venv)
	python3 -m venv $(DIGITS)/python
	$(DIGITS)/python/bin/pip install --quiet --disable-pip-version-check -r $<
	mkdir -p $(DIGITS)/packages
	cd $(DIGITS)/packages && apt-get download -qq $$(PYTHONPATH=$(CURDIR)/Models/training \
	  ../python/bin/python -B -c 'import boards; print(*boards.TRAINING_FONTS, *boards.JUDGING_FONTS)')
	for package in $(DIGITS)/packages/*.deb; do \
	  name=$${package##*/}; mkdir -p $(DIGITS)/fonts/$${name%%_*} && dpkg -x $$package $(DIGITS)/fonts/$${name%%_*} || exit 1; \
	done
	touch $@

# The training's own computations, but for torch's, on sounds that are computed.
TRAINING = $(CURDIR)/.build/training
test-training: $(TRAINING)/installed
	$(TRAINING)/bin/python -B -m pytest Tests/Training

$(TRAINING)/installed: Models/training/requirements.txt Models/training/digits-requirements.txt
	python3 -m venv $(TRAINING)
	sed '/^torch/d' $^ | sort -u | xargs $(TRAINING)/bin/pip install --quiet --disable-pip-version-check pytest==9.2.0
	touch $@

# What is taken for a score in ten hours of talk, mixed out of one; SHARD=1/4 hears a quarter of it.
false-accepts: all $(TRAINING)/installed
	$(TRAINING)/bin/python -B Tests/Talk/talk.py --speech $(SPEECH) --hyzer $(HYZER) --work .build/talk --shard $(SHARD)

# What is read of how games ended, on sentences that the forms were not made from, and what is heard of the first 200
# that are no typed ones, said by synthesisers.
games: all
	$(call install,$(CORPUS_PACKAGES))
	rm -rf .build/games && mkdir -p .build/games
	$(HYZER) snap parse Corpus/games-judge.jsonl > .build/games/typed.jsonl
	python3 Tests/Games/corpus.py judge Corpus/games-judge.jsonl --output .build/games/typed.jsonl
	head -200 Corpus/games-judge.jsonl | grep -v '"kind": "typed"' > .build/games/sentences.jsonl
	python3 Tests/Games/corpus.py speak .build/games/sentences.jsonl --out .build/games/said $(CORPUS_VOICES:%=--voice %)
	$(HYZER) snap parse --heard .build/games/said/truth.jsonl > .build/games/heard.jsonl
	python3 Tests/Games/corpus.py judge .build/games/said/truth.jsonl --output .build/games/heard.jsonl

# The statistics against those of Python's libraries, in an environment of their own.
METRICS = $(CURDIR)/.build/metrics
metrics: installed $(METRICS)/installed
	HYZER_PYTHON=$(METRICS)/bin/python $(TEST) --filter 'MeasuringTests.*Independent'

$(METRICS)/installed: Tests/MeasuringTests/Evaluation/requirements.txt
	python3 -m venv $(METRICS)
	$(METRICS)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

audio: deps
	Audio/make.sh Audio
	Audio/walk/make.sh Audio/walk/walk.flac

# The project's own corpus: Corpus/sentences.jsonl as synthesisers say it, in .build/corpus.
corpus: all
	$(call install,$(CORPUS_PACKAGES))
	$(HYZER) corpus validate Corpus/sentences.jsonl Corpus/audio.jsonl
	$(HYZER) evaluate Corpus/sentences.jsonl
	$(HYZER) evaluate Corpus/audio.jsonl
	$(HYZER) corpus synthesize --sentences Corpus/sentences.jsonl --out .build/corpus \
	  $(CORPUS_VOICES:%=--voice %) --speed 0.85,1,1.15 --limit $(CORPUS_CLIPS)
	$(HYZER) corpus validate .build/corpus/manifest.jsonl
	$(HYZER) evaluate .build/corpus/manifest.jsonl

install: all install-files

# What a package has as well; debian/rules calls it.
install-files:
	install -D -m 755 $(HYZER) $(DESTDIR)$(PREFIX)/bin/hyzer
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FUNCTIONS)
	$(HYZER) man > $(DESTDIR)$(PREFIX)/share/man/man1/hyzer.1
	$(HYZER) completion > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/hyzer
	$(HYZER) completion --zsh > $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FUNCTIONS)/_hyzer

# The Debian package, in .build/deb, and what lintian says of it.
DEB = .build/deb
DEB_PACKAGES = build-essential debhelper lintian mmdebstrap dpkg-dev apt-utils gnupg systemd-container
deb: deps
	$(call install,$(DEB_PACKAGES))
	rm -rf $(DEB) && mkdir -p $(DEB)
	HYZER_COMMIT=$(COMMIT) DEB_FOLDER=$(DEB) dpkg-buildpackage --build=binary --no-sign --no-check-builddeps \
	  --buildinfo-option=-u$(DEB) --buildinfo-file=$(DEB)/hyzer-voice.buildinfo \
	  --changes-option=-u$(DEB) --changes-file=$(DEB)/hyzer-voice.changes
	lintian --fail-on error --info $(DEB)/hyzer-voice.changes

# Boots a bare Debian, installs that package there, uses it, runs its services and purges it; SUITE=trixie does it in Debian 13.
# Only root boots a container.
SUITE = bookworm
test-deb:
	$(call install,$(DEB_PACKAGES))
	$(SUDO) Tests/Package/install.sh "$(wildcard $(DEB)/hyzer-voice_*.deb)" $(SUITE)

# What others get: see debian/release.sh.
release:
	@test -n "$(KEY)" || { echo "name the OpenPGP key that signs it: make release KEY=ADDRESS" >&2; exit 64; }
	$(call install,$(DEB_PACKAGES))
	debian/release.sh "$(KEY)"

clean:
	rm -rf .build .build-asan debian/hyzer-voice debian/.debhelper debian/files debian/debhelper-build-stamp debian/hyzer-voice.*.debhelper* debian/hyzer-voice.substvars
