internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    /// The error value of a script as data, and the first Swift error within it.
    ///
    /// Fields that are not data are left out, but an error is replaced by its description: `error { message = "…", cause = caught }`.
    func raisedData(at position: Int) -> (value: PlainValue?, underlying: (any Error)?) {
        var underlying: (any Error)?
        let value = try? data(at: position, &underlying)
        return (value, underlying)
    }

    /// Nil for a value that is not data.
    private func data(at position: Int, _ underlying: inout (any Error)?) throws -> PlainValue? {
        switch try kind(at: position) {
        case .list:
            var elements: [PlainValue] = []
            _ = try forEachElement(at: position) { element in
                elements.append(try data(at: element.position, &underlying) ?? .null)
            }
            return .list(elements)
        case .map:
            var fields: [String: PlainValue] = [:]
            _ = try forEachEntry(at: position) { key, value in
                guard let name = try string(at: key.position) else { return }
                fields[name] = try data(at: value.position, &underlying)
            }
            return .map(fields)
        case .object:
            guard let raised = try object(at: position, as: RaisedError.self) else { return nil }
            underlying = underlying ?? raised.error
            beginUserCode()
            defer { endUserCode() }
            return .text("\(raised.error)")
        case .function, .handle: return nil
        default: return try PlainValue.read(from: ValueReader(self, position: position))
        }
    }
}
