import MoonwireSupport
import MoonwireValues

extension Generation {
    /// A value of a preference as a Swift type; throws ``ContainerError`` if it does not fit.
    func read<T: Convertible>(_ value: PlainValue, of definition: PreferenceDefinition, as type: T.Type) throws -> T {
        let planned = plan.planned(value)
        do {
            return try withExtendedLifetime(planned) {
                try T.read(from: ValueReader(source, position: planned.position))
            }
        } catch let error as ConversionError {
            if value == .null { throw ContainerError(.unsetPreference(definition, type), underlying: error) }
            throw ContainerError(.wrongPreferenceType(definition, type, error), underlying: error)
        }
    }

    /// A Swift value as plain data, for a preference; throws ``ContainerError`` for anything else.
    func plainValue<T: Convertible>(_ value: T, for definition: PreferenceDefinition) throws -> PlainValue {
        if let plain = value as? PlainValue { return plain }
        if definition.kind == .text, let date = value as? Date { return .text(date.iso8601) }
        do { return try ValueCollector.plainValue(of: value) } catch let error as ConversionError {
            if case .range(let expected, let found) = error.reason {
                throw ContainerError(.notTaken(definition, PreferenceMismatch(expected: expected, found: found)))
            }
            throw ContainerError(.unstorable(definition, T.self))
        }
    }

    /// Checks whether a type fits the values of a preference, as far as they are known; throws ``ContainerError``.
    func check<T: Convertible>(_ definition: PreferenceDefinition, fits type: T.Type) throws {
        let known = [definition.defaultValue, definition.minimum, definition.maximum].compactMap(\.self)
        for value in known + (definition.choices ?? []) { _ = try read(value, of: definition, as: type) }
        if !definition.hasDefault, !type.shape.mayFit(definition.kind) {
            throw ContainerError(.wrongKind(definition, type))
        }
    }
}
