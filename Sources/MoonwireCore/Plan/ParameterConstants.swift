import MoonwireSupport
import MoonwireValues

/// The constants of a direct build with parameters among its arguments, which are the same until a parameter is set.
// The version that is in use is atomic, and the versions are kept until the end; the rest are constants.
final class ParameterConstants: @unchecked Sendable {
    /// All constants while the parameters have the same values.
    final class Version: Sendable {
        fileprivate let number: Int
        /// Nil if a value needs a conversion, or is not constant, so that the general build is needed.
        let constants: DirectConstants?
        /// The values by argument; nil for services.
        let values: [PlainValue?]

        fileprivate init(_ number: Int, _ values: [PlainValue?], _ constants: DirectConstants?) {
            self.number = number
            self.values = values
            self.constants = constants
        }

        /// Whether the parameters still have these values.
        @inline(__always) func isCurrent(in parameters: ParameterStore) -> Bool { parameters.version == number }
    }

    private struct Kept {
        var versions: [Version] = []
        /// The store of the generation for which the build was planned.
        var store: ObjectIdentifier?
    }

    /// Threads may still read the constants of an earlier version, and count in nowhere: so all of them are kept, and after
    /// this many the general build is used.
    private static let mostVersions = 16

    private let arguments: [PlannedValue?]
    private let types: [ObjectIdentifier]
    /// The address of the last version; zero if there is none.
    private let last = Atomic<UInt>(0)
    private let kept = Lock(Kept())

    /// Nil for services.
    init(_ arguments: [PlannedValue?], as types: [ObjectIdentifier]) {
        self.arguments = arguments
        self.types = types
    }

    /// The constants for the current values of parameters; nil if the general build is needed.
    @inline(__always) func current(in parameters: ParameterStore) -> Unmanaged<Version>? {
        if let version = UnsafeRawPointer(bitPattern: last.load(ordering: .acquiring)) {
            let version = Unmanaged<Version>.fromOpaque(version)
            if version._withUnsafeGuaranteedRef({ $0.isCurrent(in: parameters) }) {
                return version._withUnsafeGuaranteedRef { $0.constants != nil } ? version : nil
            }
        }
        return read(from: parameters)
    }

    @inline(never) private func read(from parameters: ParameterStore) -> Unmanaged<Version>? {
        let isFull = kept.withLock { kept in
            if kept.store == nil { kept.store = ObjectIdentifier(parameters) }
            return kept.store != ObjectIdentifier(parameters) || kept.versions.count == Self.mostVersions
        }
        if isFull { return nil }
        let number = parameters.version
        var values: [PlainValue?] = []
        var fits = true
        for (argument, type) in zip(arguments, types) {
            let value = argument.flatMap { $0.constant(in: parameters) }
            fits = fits && (argument == nil || value?.isStored(as: type) == true)
            values.append(value)
        }
        let version = Version(number, values, fits ? DirectConstants(values, as: types) : nil)
        return kept.withLock { kept in
            guard version.isCurrent(in: parameters), kept.versions.count < Self.mostVersions else { return nil }
            kept.versions.append(version)
            let address = Unmanaged.passUnretained(version)
            last.store(UInt(bitPattern: address.toOpaque()), ordering: .releasing)
            return fits ? address : nil
        }
    }
}

extension PlannedValue {
    fileprivate func constant(in parameters: ParameterStore) -> PlainValue? {
        if case .value(let value) = content { return value }
        return parameters.constant(self)
    }
}
