import Golf
import ScoreStore
import Testing

@Suite struct `Errors of a score store` {
  @Test(
    arguments: [
      (
        .folderFailed(path: "/a", reason: "Permission denied"), .inputOutput,
        "cannot make the folder \"/a\" for the score log: Permission denied; name another with --db"
      ),
      (
        .cannotOpen(path: "/a.db", reason: "unable to open database file"), .inputOutput,
        "cannot open the score log \"/a.db\": unable to open database file; check the path and its permissions"
      ),
      (
        .readOnly(path: "/a.db"), .inputOutput,
        "cannot write the score log \"/a.db\": it is read-only; change the permissions of the file and its folder, or name another with --db"
      ),
      (
        .diskFull(path: "/a.db"), .inputOutput,
        "cannot write the score log \"/a.db\": the disk is full; free some space and try again"
      ),
      (
        .busy(path: "/a.db"), .inputOutput,
        "cannot use the score log \"/a.db\": another program holds it; try again, or close that program"
      ),
      (
        .inputOutputFailed(path: "/a.db", reason: "disk I/O error"), .inputOutput,
        "cannot read or write the score log \"/a.db\": disk I/O error; check the disk and try again"
      ),
      (
        .corrupt(path: "/a.db", reason: "database disk image is malformed"), .badData,
        "the score log \"/a.db\" is damaged: database disk image is malformed; restore a copy of it, or go on in a new file with --db"
      ),
      (
        .notADatabase(path: "/a.db"), .badData,
        "\"/a.db\" is no score log: it is not an SQLite database; check the path"
      ),
      (
        .foreign(path: "/a.db"), .badData,
        "\"/a.db\" is no score log: it is the database of another program; check the path"
      ),
      (
        .newerSchema(path: "/a.db", version: 3, supported: 1), .badData,
        "the score log \"/a.db\" has schema 3, but this program knows only 1; install the later version that made it"
      ),
      (
        .badLine(number: 7, reason: "not valid JSON"), .badData,
        "line 7: not valid JSON; nothing was imported"
      ),
      (
        .refused(.noScores), .refusal, "there is no score to save; give at least one"
      ),
      (
        .ruleBroken(path: "/a.db", reason: "the event exists"), .refusal,
        "the score log \"/a.db\" refuses it: the event exists; nothing was saved"
      ),
      (
        .outOfMemory(path: "/a.db"), .internalFault,
        "cannot use the score log \"/a.db\": out of memory; close other programs"
      ),
      (
        .internalFault(path: "/a.db", reason: "bad parameter"), .internalFault,
        "the score log \"/a.db\" was used wrongly: bad parameter; report this as a bug"
      ),
    ] as [(ScoreStoreError, ScoreStoreError.Category, String)])
  func `every message is one line that says what, where and what to do`(
    error: ScoreStoreError, category: ScoreStoreError.Category, text: String
  ) {
    #expect(error.description == text)
    #expect(error.category == category)
  }
}
