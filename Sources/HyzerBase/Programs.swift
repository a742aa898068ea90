internal import CGNU
internal import FoundationEssentials
internal import Glibc

/// A program of somebody else's that ran to its end, without a shell and with nothing as its standard input.
///
/// It is of this process's group, so that Ctrl-C ends both.
package struct ProgramRun {
  /// How a program ended.
  package enum End: Hashable {
    case exit(CInt)
    case signal(CInt)
  }

  package let end: End
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: What stands after its name.
  ///   - more: Variables beside those of this process, and in place of them.
  /// - Throws: ``SystemFault`` where it cannot be started.
  package init(_ path: String, _ arguments: [String], environment more: [String: String] = [:])
    throws(SystemFault)
  {
    // Files in memory and no pipes: nobody has to read while the program runs.
    let output = try OpenFile.inMemory()
    let errors = try OpenFile.inMemory()
    var actions = unsafe posix_spawn_file_actions_t()
    try Self.check(unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    try Self.check(
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0))
    try Self.check(
      unsafe posix_spawn_file_actions_adddup2(&actions, output.descriptor, STDOUT_FILENO))
    try Self.check(
      unsafe posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO))
    try Self.check(unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))
    // A thread that starts programs may have signals blocked, which they would inherit.
    var attributes = posix_spawnattr_t()
    try Self.check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    try Self.check(unsafe posix_spawnattr_setsigmask(&attributes, &none))
    try Self.check(
      unsafe posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGMASK)))
    let variables = ProcessInfo.processInfo.environment.merging(more) { $1 }
    var process = pid_t()
    try Self.check(
      unsafe Self.withCStrings([path] + arguments) { arguments in
        unsafe Self.withCStrings(variables.map { "\($0)=\($1)" }) { variables in
          unsafe posix_spawn(&process, path, &actions, &attributes, arguments, variables)
        }
      })
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .latest }
    }
    // As WIFEXITED, WEXITSTATUS and WTERMSIG have it, which are macros.
    end = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    self.output = try output.text()
    self.errors = try errors.text()
  }

  private static func check(_ status: CInt) throws(SystemFault) {
    guard status == 0 else { throw SystemFault(status) }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    var pointers = unsafe texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { for place in texts.indices { unsafe free(pointers[place]) } }
    return unsafe body(pointers)
  }
}

extension OpenFile {
  /// Returns all that was written, from the file's beginning.
  fileprivate func text() throws(SystemFault) -> String {
    try seek(to: 0)
    return String(decoding: try read(), as: UTF8.self)
  }
}
