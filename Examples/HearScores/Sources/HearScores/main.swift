import HyzerVoice

let path = CommandLine.arguments.dropFirst().first ?? "Audio/pairs.flac"

var scorer = try UtteranceScorer(players: ["Mike", "Jake"], par: 3)
for score in try scorer.score(Recording(path: path)).scores { print(score.player, score.strokes) }
