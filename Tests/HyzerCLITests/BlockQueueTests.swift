import Audio
import Testing

@testable import HyzerCLI

@Suite struct BlockQueueTests {
  @Test func `losses stay known when the microphone fails`() {
    let queue = BlockQueue()
    queue.put(.samples([1]), overruns: 3)
    queue.put(.end)
    #expect(queue.overruns == 3)
  }
}
