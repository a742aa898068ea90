private import Foundation
private import Synchronization

/// Stands between a client and a server's socket, and can cut and stall what goes through.
@safe
package final class CuttingProxy: Sendable {
  /// The folder of its socket, to be named as host.
  package let path: String
  private let folder: PostgreSQLServer.Folder
  private let wake: Pipe
  private let orders: Mutex<Orders>
  private let end = DispatchSemaphore(value: 0)

  private struct Orders {
    var isStalled = false
    var isCut = false
    var isOver = false
    /// How many bytes go through to the server, and to the client, before all is cut.
    var up: Int?
    var down: Int?
  }

  /// Starts to pass on what comes.
  package init(to server: PostgreSQLServer) throws {
    folder = try PostgreSQLServer.Folder()
    path = folder.path
    wake = Pipe()
    orders = Mutex(Orders())
    let listener = try unsafe Self.socket(path + "/.s.PGSQL.5432") { unsafe bind($0, $1, $2) }
    guard Glibc.listen(listener, 16) == 0 else { throw PostgreSQLServer.Failed(output: "listen") }
    let target = server.path + "/.s.PGSQL.5432"
    Thread { [self] in
      run(listener: listener, target: target)
      end.signal()
    }.start()
  }

  /// Ends all, and waits for it.
  package func close() {
    order { $0.isOver = true }
    end.wait()
  }

  /// Cuts what is connected; new connections go through.
  package func cut() { order { $0.isCut = true } }

  /// Cuts what is connected after so many more bytes to the server.
  package func cut(afterSending count: Int) { order { $0.up = count } }

  /// Cuts what is connected after so many more bytes from the server.
  package func cut(afterReceiving count: Int) { order { $0.down = count } }

  /// Lets nothing through, and everybody wait.
  package func stall() { order { $0.isStalled = true } }

  /// Lets all through again.
  package func pass() {
    order { ($0.isStalled, $0.up, $0.down) = (false, nil, nil) }
  }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    wake.fileHandleForWriting.write(Data([0]))
  }

  // MARK: - The thread

  private struct Pair {
    let client: Int32
    let server: Int32
    func close() {
      _ = Glibc.close(client)
      _ = Glibc.close(server)
    }
  }

  private func run(listener: Int32, target: String) {
    let wakeEnd = wake.fileHandleForReading.fileDescriptor
    var pairs: [Pair] = []
    defer {
      for pair in pairs { pair.close() }
      _ = Glibc.close(listener)
    }
    while true {
      let order = orders.withLock { orders in
        defer { orders.isCut = false }
        return orders
      }
      if order.isOver { return }
      if order.isCut {
        for pair in pairs { pair.close() }
        pairs = []
      }
      let ends = order.isStalled ? [] : [listener] + pairs.flatMap { [$0.client, $0.server] }
      var polled = ([wakeEnd] + ends).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 {
        var byte: UInt8 = 0
        _ = unsafe read(wakeEnd, &byte, 1)
        continue
      }
      let ready = Set(polled.filter { $0.revents != 0 }.map(\.fd))
      pairs = pairs.filter { pair in
        let stands =
          (!ready.contains(pair.client) || copy(from: pair.client, to: pair.server, \.up))
          && (!ready.contains(pair.server) || copy(from: pair.server, to: pair.client, \.down))
        if !stands { pair.close() }
        return stands
      }
      if ready.contains(listener), case let client = accept(listener, nil, nil), client >= 0 {
        if let server = try? unsafe Self.socket(target, { unsafe connect($0, $1, $2) }) {
          pairs.append(Pair(client: client, server: server))
        } else {
          _ = Glibc.close(client)
        }
      }
    }
  }

  /// Passes on what there is, and returns whether the connection goes on.
  private func copy(from: Int32, to: Int32, _ limit: WritableKeyPath<Orders, Int?>) -> Bool {
    let left = orders.withLock { $0[keyPath: limit] }
    if left == 0 {
      orders.withLock { $0[keyPath: limit] = nil }
      return false
    }
    var bytes = [UInt8](repeating: 0, count: min(left ?? .max, 65536))
    let count = unsafe recv(from, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    if let left {
      // Before it is sent on: who has it may give other orders. Who connects next is not to be cut.
      orders.withLock { $0[keyPath: limit] = left == count ? nil : left - count }
    }
    let isSent = unsafe send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count
    return isSent && left != count
  }

  private static func socket(
    _ path: String, _ attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
    }
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe attach(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      _ = Glibc.close(socket)
      throw PostgreSQLServer.Failed(output: "no socket at \(path)")
    }
    return socket
  }
}
