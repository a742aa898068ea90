import CSQLite
import Glibc
import Testing

@testable import ScoreStore

@Suite struct `Status of an SQLite call` {
  @Test(
    arguments: [
      (SQLITE_BUSY, 0, .busy(path: "p")), (SQLITE_BUSY | 2 << 8, 0, .busy(path: "p")),
      (SQLITE_LOCKED, 0, .busy(path: "p")),
      (SQLITE_FULL, 0, .diskFull(path: "p")),
      (SQLITE_IOERR | 3 << 8, ENOSPC, .diskFull(path: "p")),
      (SQLITE_IOERR | 3 << 8, EDQUOT, .diskFull(path: "p")),
      (SQLITE_IOERR | 3 << 8, EFBIG, .diskFull(path: "p")),
      (SQLITE_IOERR, EIO, .inputOutputFailed(path: "p", reason: "why (Input/output error)")),
      (SQLITE_IOERR, 0, .inputOutputFailed(path: "p", reason: "why")),
      (SQLITE_READONLY | 5 << 8, 0, .readOnly(path: "p")),
      (SQLITE_CANTOPEN, ENOSPC, .diskFull(path: "p")),
      (SQLITE_CANTOPEN, EACCES, .cannotOpen(path: "p", reason: "why (Permission denied)")),
      (SQLITE_PERM, 0, .cannotOpen(path: "p", reason: "why")),
      (SQLITE_NOTADB, 0, .notADatabase(path: "p")),
      (SQLITE_CORRUPT | 1 << 8, 0, .corrupt(path: "p", reason: "why")),
      (SQLITE_ERROR, 0, .corrupt(path: "p", reason: "why")),
      (SQLITE_CONSTRAINT | 7 << 8, 0, .ruleBroken(path: "p", reason: "why")),
      (SQLITE_NOMEM, 0, .outOfMemory(path: "p")),
      (SQLITE_MISUSE, 0, .internalFault(path: "p", reason: "why (code 21)")),
    ] as [(Int32, Int32, ScoreStoreError)])
  func `each has its error`(code: Int32, systemError: Int32, error: ScoreStoreError) {
    let status = SQLiteStatus(code: code, systemError: systemError)
    #expect(status.error(path: "p", reason: "why") == error)
  }

  @Test func `what the system said is that of this call alone`() {
    errno = ENOSPC
    #expect(SQLiteStatus.of { 1 } == SQLiteStatus(code: 1, systemError: 0))
    let status = SQLiteStatus.of {
      errno = EIO
      return 10
    }
    #expect(status == SQLiteStatus(code: 10, systemError: EIO))
  }
}
