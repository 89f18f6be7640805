import MoonwireValues

/// A call of an asynchronous member whose arguments have been read.
struct AsynchronousCall: @unchecked Sendable {  // Only the task that read the arguments runs the body, once.
    private let body: () async throws -> Delivery

    /// Writes the result of the call.
    struct Delivery: @unchecked Sendable {  // Only the task that awaited the body writes the result.
        private let write: (ValueWriter) throws -> Void

        fileprivate init(_ write: @escaping (ValueWriter) throws -> Void) {
            self.write = write
        }

        func callAsFunction(to writer: ValueWriter) throws { try write(writer) }
    }

    init<Result>(_ body: @escaping () async throws -> Result) {
        self.body = {
            let result = try await body()
            return Delivery { try $0.deliverWhole(result) }
        }
    }

    func callAsFunction() async throws -> Delivery { try await body() }
}
