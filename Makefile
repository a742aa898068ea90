# Hyzer Voice. The two commands to know: make demo, make test.

PACKAGES = libpocketsphinx-dev pocketsphinx-en-us flite1-dev flite libasound2-dev \
  libasound2-plugins libsndfile1-dev libsamplerate0-dev libfftw3-dev libssl-dev libncurses-dev \
  libsqlite3-dev pkg-config sox python3-venv parallel tmux
# What make corpus needs beside those.
CORPUS_PACKAGES = espeak-ng festival festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts
CORPUS_VOICES = flite:slt flite:rms flite:awb flite:kal16 \
  espeak:en-us+m3 espeak:en-us+f3 espeak:en-gb-x-rp espeak:en-gb-scotland \
  festival:kal_diphone festival:ked_diphone festival:cmu_us_slt_arctic_hts
CORPUS_CLIPS = 300
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PREFIX ?= /usr/local
DESTDIR ?=
HYZER = .build/release/hyzer
TEST = swift test --disable-xctest
SOURCES = Sources Tests Models Package.swift

.PHONY: all deps demo test asan lint format bench accuracy metrics audio corpus install clean

all: deps
	swift build -c release

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

deps:
	$(call install,$(PACKAGES))

# Sentences one by one, and then a whole round, with corrections and answers, from a recording.
DEMO = .build/demo.db
demo: all
	$(HYZER) score --round Audio/round.json Audio/*.flac
	rm -f $(DEMO) $(DEMO)-wal $(DEMO)-shm
	$(HYZER) listen --round Audio/walk/round.json --input Audio/walk/walk.flac --fast --plain \
	  --db $(DEMO)
	$(HYZER) leaderboard --db $(DEMO)

test: deps
	$(TEST)

# The C adapters under AddressSanitizer, with leak checking.
asan: deps
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp $(TEST) --sanitize=address --scratch-path .build-asan \
	  --filter 'RecognitionTests|RecordingsTests|ReverberationTests|DigestsTests|ScoreStoreTests|CaptureTests|PronunciationTests|ScoringTests|MeasuringTests|CommandLineKitTests|TerminalTests'

lint:
	swift format lint --strict --recursive $(SOURCES)
	swift build --build-tests --explicit-target-dependency-import-check error

format:
	swift format --in-place --recursive $(SOURCES)

bench: deps
	swift run -c release hyzer-bench

# Figures on real voices, in quiet and through every noise; needs the corpora, which are not part of
# the project. SHARD=1/3 takes every third utterance, in a third of the time.
CORPORA ?= ../shared/corpora
NOISES ?= $(wildcard $(CORPORA)/../speech/noise/*.wav)
SNR ?= 20,15,10,5
SHARD ?= 1/1
ACCURACY = .build/accuracy
accuracy: all
	mkdir -p $(ACCURACY)
	$(HYZER) evaluate $(CORPORA)/real-names/manifest.jsonl $(CORPORA)/unrelated/commands.jsonl \
	  $(CORPORA)/unrelated/words.jsonl $(NOISES:%=--noise % --negative %) \
	  $(if $(NOISES),--snr $(SNR)) --shard $(SHARD) --max-false-accept 1 \
	  --html $(ACCURACY)/report.html --chart $(ACCURACY)/chart.svg

# The statistics against those of Python's libraries, in an environment of their own.
METRICS = $(CURDIR)/.build/metrics
metrics: deps $(METRICS)/installed
	HYZER_PYTHON=$(METRICS)/bin/python $(TEST) --filter 'EvaluationTests.*Independent'

$(METRICS)/installed: Tests/EvaluationTests/requirements.txt
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

install: all
	install -D -m 755 $(HYZER) $(DESTDIR)$(PREFIX)/bin/hyzer
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	$(HYZER) man > $(DESTDIR)$(PREFIX)/share/man/man1/hyzer.1
	$(HYZER) completion > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/hyzer

clean:
	rm -rf .build .build-asan
