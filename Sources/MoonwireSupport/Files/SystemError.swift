/// The reason why a system call failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The reason why the last call on this thread failed.
    package static var last: SystemError { SystemError(code: errno) }

    /// The system's message: `No space left on device`.
    package var description: String { String(cString: strerror(code)) }

    /// Repeats a call that a signal interrupts; throws ``SystemError`` for any other failure.
    @discardableResult
    package static func check<N: SignedInteger>(_ call: () -> N) throws -> N {
        while true {
            let result = call()
            if result >= 0 { return result }
            let error = SystemError.last
            if error.code != EINTR { throw error }
        }
    }
}
