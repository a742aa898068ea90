import Foundation
import HyzerBase
import Synchronization
import TestSupport
import Testing

@Suite struct `Calls of the system` {
  @Test func `a program's streams come back, with how it ended`() throws {
    let run = try ProgramRun(
      "/bin/sh",
      ["-c", "echo out $VALUE \"$1\"; echo err >&2; read line || echo none; exit 3", "sh", "a b"],
      environment: ["VALUE": "more"])
    #expect(run.output == "out more a b\nnone\n")
    #expect(run.errors == "err\n")
    #expect(run.end == .exit(3))
    #expect(try ProgramRun("/bin/sh", ["-c", "kill -TERM $$"]).end == .signal(SIGTERM))
  }

  @Test func `more is written than a pipe holds, and nobody waits`() throws {
    let run = try ProgramRun(
      "/bin/sh", ["-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"])
    #expect(run.output.utf8.count == 300_000 && run.errors.utf8.count == 300_000)
  }

  @Test func `a program that is not there has a reason`() {
    #expect(throws: SystemFault(ENOENT)) { try ProgramRun("/nowhere/program", []) }
    #expect("\(SystemFault(ENOENT))" == "No such file or directory")
  }

  @Test func `a program inherits no file that is open`() throws {
    let descriptor = unsafe open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    try #require(descriptor > 2)
    let run = try ProgramRun("/bin/ls", ["/proc/self/fd"])
    // The last is the folder that it reads.
    #expect(run.output == "0\n1\n2\n3\n")
  }

  @Test func `a file is written, read in parts, cut and gone on with`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/file"
      let file = try OpenFile(path, O_RDWR | O_CREAT)
      try file.write("one two three".utf8)
      try file.seek(to: 4)
      #expect(try file.read(atMost: 3) == Array("two".utf8))
      #expect(try file.read() == Array(" three".utf8))
      #expect(try file.read().isEmpty)
      try file.truncate(to: 3)
      try file.write("!".utf8)
      try file.close()
      #expect(try InputFile.text(of: path) == "one!")
      #expect(try InputFile.bytes(of: path, atMost: 2) == Array("on".utf8))
    }
    #expect(throws: SystemFault(EISDIR)) { _ = try OpenFile("/", O_WRONLY) }
    #expect(try !InputFile.text(of: "/proc/self/status").isEmpty)
  }

  @Test func `reading what may not be read says why`() throws {
    let fault = #expect(throws: FileFailure.self) { try InputFile.contents(of: "/proc/self/mem") }
    #expect(try #require(fault).description.hasPrefix("\"/proc/self/mem\": cannot be read: "))
    let other = #expect(throws: FileFailure.self) { try OutputFile.makeFolder("/proc/none/here") }
    #expect(
      try #require(other).description
        == "cannot make the folder \"/proc/none/here\": No such file or directory; name another")
  }

  @Test func `a thread may take its lock again, and others wait`() {
    let lock = RecursiveLock()
    let count = Mutex(0)
    let threads = (0..<4).map { _ in
      startThread("counting") {
        for _ in 0..<1000 {
          lock.withLock {
            lock.withLock {
              let now = count.withLock { $0 }
              count.withLock { $0 = now + 1 }
            }
          }
        }
      }
    }
    for thread in threads { thread.waitForEnd() }
    #expect(count.withLock { $0 } == 4000)
  }

  @Test func `a thread has its name`() throws {
    let name = Mutex("")
    let thread = startThread("a name that is too long") {
      // The starting thread gives it, which may be later.
      while true {
        let now = (try? InputFile.text(of: "/proc/thread-self/comm")) ?? ""
        if now.hasPrefix("a name") {
          return name.withLock { $0 = now }
        }
        sched_yield()
      }
    }
    thread.waitForEnd()
    #expect(name.withLock { $0 } == "a name that is \n")
  }

  @Test func `a thread has ended when what libraries keep for it is gone`() {
    // As OpenSSL does: what a thread keeps is let go of after the thread's last line, here at leisure.
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { count in
      for _ in 0..<1000 { sched_yield() }
      unsafe count?.assumingMemoryBound(to: Int.self).pointee += 1
    }
    #expect(status == 0)
    defer { pthread_key_delete(key) }
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { unsafe count.deallocate() }
    unsafe count.initialize(to: 0)
    let kept = UInt(bitPattern: count)
    let thread = startThread("keeping") { [key] in
      _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: kept))
    }
    thread.waitForEnd()
    #expect(unsafe count.pointee == 1)
  }

  @Test func `whoever waits for a thread need not wait for ever`() {
    let mayEnd = DispatchSemaphore(value: 0)
    let thread = startThread("waiting") { mayEnd.wait() }
    #expect(!thread.waitForEnd(atMost: .zero))
    mayEnd.signal()
    #expect(thread.waitForEnd(atMost: .seconds(60)))
    #expect(thread.waitForEnd())
  }
}
