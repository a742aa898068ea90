import CSQLite

/// Another program's connection to a score log's file, which knows nothing of its rules.
@safe
final class OtherProgram {
  private let pointer: OpaquePointer

  struct Failed: Error {
    let status: Int32
  }

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open(path, &opened)
    guard let pointer = unsafe opened, status == SQLITE_OK else { throw Failed(status: status) }
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe sqlite3_close(pointer) }  // There are no statements that could keep it open.

  func execute(_ sql: String) throws {
    let status = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw Failed(status: status) }
  }
}
