internal import CFFTW
private import Synchronization

/// The library's plan for one kind of transform, freed with the value.
@safe
struct TransformPlan: ~Copyable {
  let handle: OpaquePointer

  /// Of the library's functions only those that execute a plan may run at the same time as others.
  private static let planning = Mutex(())

  /// Makes a plan by one of the library's planners, or nil if it makes none.
  init?(_ makePlan: () -> OpaquePointer?) {
    guard let plan = unsafe Self.planning.withLock({ _ in unsafe makePlan() }) else { return nil }
    unsafe handle = plan
  }

  /// Wraps `fftwf_destroy_plan`.
  deinit { Self.planning.withLock { _ in unsafe fftwf_destroy_plan(handle) } }
}
