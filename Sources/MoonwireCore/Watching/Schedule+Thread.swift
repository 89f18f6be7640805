import Foundation
import MoonwireSupport

extension Schedule {
    /// Starts a thread, which belongs to the schedule of the calling thread.
    static func startThread(_ body: @escaping @Sendable () -> Void) {
        if let current { return current.startThread(body) }
        Thread.detachNewThread(body)
    }
}
