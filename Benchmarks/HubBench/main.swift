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
Report.title(SaturdayLoad.description)
var run = try BenchRun()
try run.measure()
exit(run.isWhole ? 0 : 1)
