internal import Corpora
internal import Evaluation

/// Shows what the search for decoder settings came to.
struct DecoderTuningReport {
  let tuning: DecoderTuning
  let path: String
  let isApplied: Bool

  private var isUnchanged: Bool { tuning.before == tuning.after }

  // MARK: - For people

  var text: String {
    var lines = [
      "\(tuning.lines) lines, \(tuning.speakers) speakers in \(tuning.folds) folds; "
        + "\(tuning.trials) settings decoded, \(tuning.thresholds) thresholds on each; looked for: "
        + "exact - \(SearchObjective.errorCost) wrong commits - \(SearchObjective.errorCost) false "
        + "accepts"
    ]
    lines += tuning.notes.map { "note: \($0)" }
    lines += ["", "choosing by some speakers, judged on the others, all folds together:"]
    lines += ComparisonFigures(tuning.heldOut).lines
    lines += ["", "the choice of all speakers, on all of them (fitted, so too good):"]
    lines += ComparisonFigures(tuning.fitted).lines
    lines.append("")
    if isUnchanged {
      lines.append("nothing better was found than what is set now")
    } else {
      lines += [
        "before \(DecoderTuningReport.json(tuning.before))",
        "after  \(DecoderTuningReport.json(tuning.after))",
      ]
    }
    lines.append(
      isApplied
        ? "written to \(path); HYZER_SETTINGS=\(path) puts it to use"
        : "--apply would write the settings to \(path)")
    return lines.joined(separator: "\n")
  }

  private static func json(_ setting: DecoderTuning.Setting) -> String {
    // Numbers alone can always be written.
    (try? JSONLine.encode(setting)) ?? ""
  }

  // MARK: - For machines

  private struct Whole: Encodable {
    let lines: Int
    let speakers: Int
    let folds: Int
    let notes: [String]
    let trials: Int
    let thresholds: Int
    let errorCost: Int
    let heldOut: ComparisonFigures
    let fitted: ComparisonFigures
    let before: DecoderTuning.Setting
    let chosenInFolds: [DecoderTuning.Setting]
    let after: DecoderTuning.Setting
    let isApplied: Bool
  }

  func json() throws -> String {
    try JSONLine.encode(
      Whole(
        lines: tuning.lines, speakers: tuning.speakers, folds: tuning.folds, notes: tuning.notes,
        trials: tuning.trials, thresholds: tuning.thresholds,
        errorCost: SearchObjective.errorCost, heldOut: ComparisonFigures(tuning.heldOut),
        fitted: ComparisonFigures(tuning.fitted), before: tuning.before,
        chosenInFolds: tuning.chosenInFolds, after: tuning.after, isApplied: isApplied))
  }
}
