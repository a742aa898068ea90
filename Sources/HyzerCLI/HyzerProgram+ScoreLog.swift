internal import CommandLineKit

/// Where the score log is and who writes into it, for every command that uses it.
let scoreLogOptions = [
  OptionSpec(
    long: "db", argument: "FILE",
    help: "The score log. The default is HYZER_DB, or else hyzer/scores.db in the XDG data folder.",
    completion: .files),
  OptionSpec(
    long: "as", argument: "NAME",
    help: "Who reports scores. The default is HYZER_USER, or else the user's name."),
]

/// The environment variables that concern the score log.
let scoreLogEnvironment = [
  Definition("HYZER_DB", "The score log, in place of hyzer/scores.db in the XDG data folder."),
  Definition("HYZER_USER", "Who reports scores, in place of the user's name."),
  Definition("HYZER_DEVICE", "What this device is called in the log, in place of the host's name."),
]
