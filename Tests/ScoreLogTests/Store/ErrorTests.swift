import CSQLite
import Glibc
import Testing

@testable import ScoreLog

@Suite struct `Errors of a score store` {
  @Test func `every message is one line that says what, where and what to do`() {
    let errors: [ScoreStoreError] = [
      .folderFailed(path: "p", reason: "why"), .cannotOpen(path: "p", reason: "why"),
      .readOnly(path: "p"), .diskFull(path: "p"), .busy(path: "p"),
      .inputOutputFailed(path: "p", reason: "why"), .corrupt(path: "p", reason: "why"),
      .notADatabase(path: "p"), .foreign(path: "p"),
      .otherSchema(path: "p", version: 7, supported: 6),
      .otherSchema(path: "p", version: 5, supported: 6), .badLine(number: 7, reason: "why"),
      .refused(.noScores), .ruleBroken(path: "p", reason: "why"), .outOfMemory(path: "p"),
      .internalFault(path: "p", reason: "why"),
    ]
    #expect(
      errors.map { "\($0.category): \($0)" }.joined(separator: "\n") == """
        inputOutput: cannot make the folder "p" for the score log: why; name another with --db
        inputOutput: cannot open the score log "p": why; check the path and its permissions
        inputOutput: cannot write the score log "p": it is read-only; change the permissions of the file and its folder, or name another with --db
        inputOutput: cannot write the score log "p": the disk is full; free some space and try again
        inputOutput: cannot use the score log "p": another program holds it; try again, or close that program
        inputOutput: cannot read or write the score log "p": why; check the disk and try again
        badData: the score log "p" is damaged: why; restore a copy of it, or go on in a new file with --db
        badData: "p" is no score log: it is not an SQLite database; check the path
        badData: "p" is no score log: it is the database of another program; check the path
        badData: the score log "p" has schema 7, but this program knows only 6; install the later version that made it
        badData: the score log "p" has schema 5, but this program knows only 6; export it with the earlier version that made it, and import that into a new file
        badData: line 7: why; nothing was imported
        refusal: there is no score to save; give at least one
        refusal: the score log "p" refuses it: why; nothing was saved
        internalFault: cannot use the score log "p": out of memory; close other programs
        internalFault: the score log "p" was used wrongly: why; report this as a bug
        """)
  }
}

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
