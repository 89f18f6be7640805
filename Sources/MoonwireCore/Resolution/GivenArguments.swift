package import MoonwireValues

/// The arguments of one resolve, as its build reads them.
package final class GivenArguments: @unchecked Sendable {  // The parts of a build run one after the other.
    let values: [(name: String, value: PlannedValue)]
    private let byName: [String: PlannedValue]
    /// Those from which a decorator passed these on; nil for those of a resolve or a reference.
    private let origin: GivenArguments?
    /// What functions of scripts have read.
    private var read: Set<String> = []

    init(_ values: [(name: String, value: PlannedValue)], passedOnFrom origin: GivenArguments? = nil) {
        self.values = values
        byName = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        self.origin = origin
    }

    static let none = GivenArguments([])

    /// The entries of a table of a script.
    package convenience init(_ table: ValueReader) throws {
        var values: [(name: String, value: PlannedValue)] = []
        try table.forEachEntry { key, value in
            let name = try key.string()
            do { values.append((name, try .given(value))) } catch let error as ConversionError { throw error.at(name) }
        }
        self.init(values)
    }

    var isPassedOn: Bool { origin != nil }

    var names: [String] { values.map(\.name) }

    subscript(name: String) -> PlannedValue? { byName[name] }

    /// Records that a function of a script has read the argument.
    func noteRead(_ name: String) {
        // All resolves without arguments share one object.
        guard !values.isEmpty else { return }
        read.insert(name)
        origin?.noteRead(name)
    }

    /// Throws ``ContainerError`` if the service does not take these arguments, or needs others.
    func check(for service: PlannedService) throws {
        let (definition, declared) = (service.definition, service.arguments)
        let path = { Resolution.current.ids + [service.id] }
        if let missing = declared?.missing(among: names), !missing.isEmpty, let declared {
            throw ContainerError(.missingArguments(missing, of: definition, declared, path: path()))
        }
        if isPassedOn { return }
        var known: Set<String> = []
        for name in names {
            if !known.insert(name).inserted {
                throw ContainerError(.argumentGivenTwice(name, of: definition, path: path()))
            }
            if declared?[name] == nil, declared?.isOpen != true {
                throw ContainerError(.unknownArgument(name, of: definition, declared, path: path()))
            }
        }
    }

    /// Throws ``ContainerError`` if the functions of a service that was built did not read an argument that only they can know.
    func checkRead(by service: PlannedService) throws {
        guard !isPassedOn, let declared = service.arguments, declared.isOpen else { return }
        for name in names where declared[name] == nil && !read.contains(name) {
            throw ContainerError(
                .unreadArgument(
                    name, of: service.definition, read: (declared.names + read).sorted(),
                    path: Resolution.current.ids + [service.id]))
        }
    }
}

extension PlannedValue {
    /// A value that the application gives.
    static func given(_ value: Any) -> PlannedValue {
        let value = unwrappedValue(value)
        if isNothing(value) { return PlannedValue(.value(.null)) }
        if let plain = value as? PlainValue { return .plain(plain) }
        if value is any Convertible { return PlannedValue(object: boxed(value)) }
        // The parts are read one by one: they may be services, or of types that only the application knows.
        if let elements = value as? [Any] { return PlannedValue(.list(elements.map { given($0) })) }
        if let entries = value as? [AnyHashable: Any] {
            return PlannedValue(.map(entries.map { (given(key: $0.key.base), given($0.value)) }.inOrder))
        }
        return PlannedValue(object: boxed(value))
    }

    private static func given(key: Any) -> PlannedValue {
        guard let plain = (key as? any Convertible).flatMap({ try? ValueCollector.plainValue(of: $0) }) else {
            return given(key)
        }
        return .plain(plain)
    }

    /// A value of a script, read now.
    static func given(_ reader: ValueReader) throws -> PlannedValue {
        switch try reader.kind {
        case .object, .function, .handle: return PlannedValue(object: try reader.object())
        case .list:
            var elements: [PlannedValue] = []
            try reader.forEachElement { elements.append(try given($0)) }
            return PlannedValue(.list(elements))
        case .map:
            var entries: [(key: PlannedValue, value: PlannedValue)] = []
            try reader.forEachEntry { entries.append((try given($0), try given($1))) }
            return PlannedValue(.map(entries.inOrder))
        case .null, .boolean, .integer, .number, .text: return PlannedValue(.value(try PlainValue.read(from: reader)))
        }
    }

    /// An object that only one build reads, on the thread that has the object already, or after the object was sent to it.
    convenience init(object: AnyObject, isSecret: Bool = false) {
        self.init(.object(unsafeBitCast(object, to: (any AnyObject & Sendable).self)), isSecret: isSecret)
    }
}
