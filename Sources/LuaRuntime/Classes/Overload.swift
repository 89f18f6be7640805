public import MoonwireValues

/// One of several functions with the same name, distinguished by their operands.
@usableFromInline struct Overload: Sendable {
    private let function: HostFunction
    private let operands: [Operand]

    @usableFromInline init<each A: Convertible>(_ function: HostFunction, taking types: repeat (each A).Type) {
        self.function = function
        var operands: [Operand] = []
        for type in repeat each types { operands.append(Operand(type.shape)) }
        self.operands = operands
    }

    private init(_ function: HostFunction, _ operands: [Operand]) {
        self.function = function
        self.operands = operands
    }

    func labeled(_ labels: [String]) -> Overload {
        Overload(HostFunction(function, as: .method, labels: labels), operands)
    }

    /// The function that calls the first operation that accepts its operands.
    ///
    /// Values are not equal if no operation accepts them.
    static func operation(_ sign: HostClass.Operator, _ overloads: [Overload]) -> HostFunction {
        HostFunction(name: sign.sign) { call in
            if let result = try first(of: overloads, taking: call, from: 1) { return result }
            if sign == .equal {
                try call.push(false)
                return .values(1)
            }
            let given = try (1...2).map { try call.described($0) }.joined(separator: " and ")
            let choices = overloads.map { $0.phrase(" and ") }.joined(separator: ", or ")
            throw call.error("\"\(sign.sign)\" expects \(choices), got \(given)")
        }
    }

    /// The function that calls the first constructor that accepts the arguments.
    ///
    /// A single one reports arguments itself.
    static func constructor(of name: String, _ overloads: [Overload]) -> HostFunction? {
        if overloads.count < 2 { return overloads.first?.function }
        return HostFunction(name: name) { call in
            if let result = try first(of: overloads, taking: call, from: 2) { return result }
            let listed = call.count < 2 ? [] : try (2...call.count).map(call.described)
            let given = listed.isEmpty ? "no arguments" : "(\(listed.joined(separator: ", ")))"
            let choices = overloads.map { "(\($0.phrase(", ")))" }.joined(separator: " or ")
            throw call.error("\(name) expects \(choices), got \(given)")
        }
    }

    /// A call whose arguments are not accepted has not run any code.
    ///
    /// Checking their types first avoids most such calls.
    private static func first(of overloads: [Overload], taking call: LuaCall, from first: Int) throws -> LuaReturn? {
        for overload in overloads where overload.mayTake(call, from: first) {
            do { return try overload.function.body(call) } catch is BadArgument {}
        }
        return nil
    }

    private func mayTake(_ call: LuaCall, from first: Int) -> Bool {
        guard call.count < first + operands.count else { return false }
        return operands.indices.allSatisfy { index in
            !operands[index].isObject || call.stack.luaType(at: first + index) == .userdata
        }
    }

    private func phrase(_ separator: String) -> String { operands.map(\.phrase).joined(separator: separator) }
}

/// An operand of an overload.
private struct Operand: Sendable {
    let phrase: String
    let isObject: Bool

    init(_ shape: ValueShape) {
        phrase = shape.phrase
        if case .object = shape { isObject = true } else { isObject = false }
    }
}

extension ValueShape {
    fileprivate var phrase: String {
        switch self {
        case .anything: "anything"
        case .plain: "plain data"
        case .boolean: ValueKind.boolean.phrase
        case .integer: ValueKind.integer.phrase
        case .number: ValueKind.number.phrase
        case .text, .data, .choice: ValueKind.text.phrase
        case .character: "a character"
        case .date: "a date"
        case .duration: "a duration"
        case .timeZone: "a time zone"
        case .locale: "a locale"
        case .decimal: "a decimal"
        case .url: "a URL"
        case .uuid: "a UUID"
        case .range, .closedRange: "a range"
        case .list, .pairs: ValueKind.list.phrase
        case .map: ValueKind.map.phrase
        case .optional(let wrapped): "\(wrapped.phrase) or nil"
        case .function: ValueKind.function.phrase
        case .object(let name): shortTypeName(name)
        }
    }
}

extension LuaCall {
    fileprivate func described(_ position: Int) throws -> String {
        let reader = ValueReader(stack, position: position)
        do { return try reader.described(reader.kind) } catch let error as ConversionError {
            return "a value that \(error)"
        }
    }
}
