import MoonwireSupport
import MoonwireValues

/// Values of parameters that stay the same until one of them is set, readable without a lock.
// The names are constants; the values are atomic, and each is written once.
final class KnownParameters: @unchecked Sendable {
    private let names: NameTable
    /// The addresses of retained values; zero for those that are not known.
    private let values: UnsafeMutablePointer<Atomic<UInt>>
    private let count: Int

    init(_ names: [String]) {
        self.names = NameTable(names.enumerated().map { ($1, $0) })
        count = names.count
        values = .allocate(capacity: max(1, count))
        for index in 0..<count { values.advanced(by: index).initialize(to: Atomic(0)) }
    }

    deinit {
        for index in 0..<count { value(at: index)?.release() }
        values.deinitialize(count: count)
        values.deallocate()
    }

    /// The value of a parameter, if it is known and plain; the caller keeps the table alive.
    @inline(__always) func plainValue(of name: String) -> PlainValue? {
        guard let index = names.position(of: name), let value = value(at: index) else { return nil }
        return value._withUnsafeGuaranteedRef { if case .value(let plain) = $0.content { plain } else { nil } }
    }

    /// Stores a value unless there is one.
    func fill(_ name: String, _ value: PlannedValue) {
        guard let index = names.position(of: name) else { return }
        let retained = Unmanaged.passRetained(value)
        let isFilled = values[index].compareExchange(
            expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .sequentiallyConsistent
        ).exchanged
        if !isFilled { retained.release() }
    }

    @inline(__always) private func value(at index: Int) -> Unmanaged<PlannedValue>? {
        UnsafeRawPointer(bitPattern: values[index].load(ordering: .sequentiallyConsistent)).map(Unmanaged.fromOpaque)
    }
}
