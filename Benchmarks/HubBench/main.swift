import Foundation
import TestSupport

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "host" {
  try HostProcess.serve(arguments.last ?? "")
  exit(0)
}
guard PostgreSQLServer.isInstalled else {
  print("hyzer-bench-hub: Debian's postgresql is missing")
  exit(69)
}

/// Measures, and returns the status; the server and its folder have gone then.
func measured() -> Int32 {
  Report.title(SaturdayLoad.description)
  do {
    var run = try BenchRun()
    try run.measure()
    return run.isWhole ? 0 : 1
  } catch {
    print("hyzer-bench-hub: \(error)")
    return 70
  }
}

exit(measured())
