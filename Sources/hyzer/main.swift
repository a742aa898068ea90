import CBuild
import CGNU
import Glibc
import HyzerCLI

// glibc returns the heap's end to the system once 128 kB of it are free. Where SQLite allocates just there, that is
// twice a statement: a third of a join's time. Where this is refused, it takes as long as before.
_ = mallopt(M_TRIM_THRESHOLD, 4 << 20)

exit(
  Hyzer.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    commit: unsafe String(cString: hyzer_commit), console: .standard,
    surroundings: .standard))
