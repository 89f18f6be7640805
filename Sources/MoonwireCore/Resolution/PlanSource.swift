import MoonwireSupport
import MoonwireValues

/// Reads planned values for calls into Swift, and builds the services to which they refer.
///
/// A position is the address of a ``PlannedValue``, which the generation keeps alive; a slot is the address of the variable that
/// receives the result.
final class PlanSource: ValueSource, ValueSink, Sendable {
    /// The generation owns its source, and calls read from it only while they are in the generation.
    unowned(unsafe) let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
    }

    /// Runs `body` with the value at a position, with parameters and strings filled in; it is valid until the body returns.
    @inline(__always) private func withValue<R>(at position: Int, _ body: (PlannedValue) throws -> R) throws -> R {
        guard let planned = PlannedValue.at(position) else { throw ConversionError(.missing) }
        return try planned._withUnsafeGuaranteedRef { planned in
            guard planned.isFilledInLate else { return try body(planned) }
            let filled = try filledIn(planned)
            return try withExtendedLifetime(filled) { try body(filled) }
        }
    }

    /// The value of what is filled in when it is read: of an argument, a parameter, or a string.
    func filledIn(_ planned: PlannedValue) throws -> PlannedValue {
        switch planned.content {
        case .argument(let name, let defaultValue):
            if let given = Resolution.current.givenArguments?[name] { return given }
            guard let defaultValue else { throw ConversionError(.missing) }
            return defaultValue.isFilledInLate ? try filledIn(defaultValue) : defaultValue
        case .preference(let name): return .plain(try generation.preferenceValue(name), isSecret: planned.isSecret)
        default:
            let filled = try generation.parameters.filledIn(planned)
            // A parameter may be a preference.
            if case .preference = filled.content { return try filledIn(filled) }
            return filled
        }
    }

    /// As above; a service that is a plain value is converted.
    private func withPlainValue<R>(at position: Int, _ body: (PlannedValue) throws -> R) throws -> R {
        try withValue(at: position) { planned in
            guard let object = try object(planned) else { return try body(planned) }
            let opened = try ValueCollector.opened(object) ?? planned
            return try withExtendedLifetime(opened) { try body(opened) }
        }
    }

    func kind(at position: Int) throws -> ValueKind {
        try withValue(at: position) { planned in
            switch planned.content {
            case .value(let value): value.kind
            case .list: .list
            case .map, .keyedMap: .map
            case .function: .function
            case .service, .serviceWith, .inline, .object: .object
            case .built(let index, _): try generation.builtInstance(at: index) == nil ? .null : .object
            case .lazy, .provider: .handle
            case .template, .parameter, .environment, .preference, .argument: .text
            }
        }
    }

    func boolean(at position: Int) throws -> Bool? {
        try withPlainValue(at: position) { if case .value(.boolean(let value)) = $0.content { value } else { nil } }
    }

    func integer(at position: Int) throws -> Int64? {
        try withPlainValue(at: position) { planned in
            switch planned.content {
            case .value(.integer(let value)): value
            case .value(.number(let value)): Int64(exactly: value)
            default: nil
            }
        }
    }

    func number(at position: Int) throws -> Double? {
        try withPlainValue(at: position) { planned in
            switch planned.content {
            case .value(.integer(let value)): Double(value)
            case .value(.number(let value)): value
            default: nil
            }
        }
    }

    func string(at position: Int) throws -> String? {
        try withPlainValue(at: position) { if case .value(.text(let value)) = $0.content { value } else { nil } }
    }

    func data(at position: Int) throws -> Data? {
        try withPlainValue(at: position) { planned in
            switch planned.content {
            case .value(.text(let value)): Data(value.utf8)
            case .value(.data(let value)): value
            default: nil
            }
        }
    }

    func object(at position: Int) throws -> AnyObject? {
        try withValue(at: position, object)
    }

    func object(_ planned: PlannedValue) throws -> AnyObject? {
        switch planned.content {
        case .service(let index): try generation.instance(at: index)
        case .serviceWith(let index, let passed): try generation.instance(at: index, with: try given(passed))
        case .built(let index, _): try generation.builtInstance(at: index)
        // A service without an id reads the arguments of the one that contains it.
        case .inline(let service): try generation.build(service, Resolution.current.givenArguments)
        case .lazy(let index): LazyHandle(ServiceHandle(generation, index))
        case .provider(let index): ProviderHandle(ServiceHandle(generation, index))
        case .object(let object): object
        case .function(let function): function.value
        default: nil
        }
    }

    func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        try withPlainValue(at: position) { planned in
            guard case .list(let elements) = planned.content else { return false }
            for element in elements { try body(ValueReader(self, position: element.position)) }
            return true
        }
    }

    func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void) throws -> Bool {
        try withPlainValue(at: position) { planned in
            guard case .map(let entries) = planned.content else {
                if case .list(let elements) = planned.content { return elements.isEmpty }
                return false
            }
            for entry in entries {
                try body(
                    ValueReader(self, position: entry.key.position), ValueReader(self, position: entry.value.position))
            }
            return true
        }
    }

    func withEntry(_ key: EntryKey, at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        try withPlainValue(at: position) { planned in
            guard let part = planned.part(key) else { return false }
            try body(ValueReader(self, position: part.position))
            return true
        }
    }

    func withSnapshot<R>(at position: Int, _ body: (ValueReader) throws -> R) throws -> R {
        try withPlainValue(at: position) { try body(ValueReader(self, position: $0.position)) }
    }

    func argument(_ index: Int, of call: Int) -> Int {
        guard let pointer = UnsafeRawPointer(bitPattern: call) else { return 0 }
        return Unmanaged<PlannedArguments>.fromOpaque(pointer)._withUnsafeGuaranteedRef { arguments in
            index < arguments.values.count ? arguments.values[index]?.position ?? 0 : 0
        }
    }

    func isSecret(at position: Int) -> Bool {
        (try? withValue(at: position) { $0.isSecret }) ?? false
    }

    func provided<T>(_ object: AnyObject, as type: T.Type) -> T? {
        generation.exposure(of: object)?.casters.cast(object, to: type)
    }

    func beginUserCode() {}
    func endUserCode() {}

    var keepsValuesWhole: Bool { true }

    func write(object: AnyObject, at slot: Int) throws {
        UnsafeMutablePointer<AnyObject?>(bitPattern: slot)?.pointee = object
    }

    func writeNull(at slot: Int) throws {
        UnsafeMutablePointer<AnyObject?>(bitPattern: slot)?.pointee = nil
    }

    func write(_ value: Bool, at slot: Int) throws { try write(object: ValueBox(value), at: slot) }
    func write(_ value: Int64, at slot: Int) throws { try write(object: ValueBox(value), at: slot) }
    func write(_ value: Double, at slot: Int) throws { try write(object: ValueBox(value), at: slot) }
    func write(_ value: String, at slot: Int) throws { try write(object: ValueBox(value), at: slot) }
    func write(_ value: Data, at slot: Int) throws { try write(object: ValueBox(value), at: slot) }

    func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws {
        throw ConversionError(.custom("cannot be kept as a service"))
    }

    func writeMap(count: Int, at slot: Int, entry: (Int, ValueWriter, ValueWriter) throws -> Void) throws {
        throw ConversionError(.custom("cannot be kept as a service"))
    }
}
