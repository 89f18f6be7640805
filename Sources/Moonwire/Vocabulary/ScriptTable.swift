import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads values from the tables that scripts write, and reports those that cannot be part of a definition.
struct ScriptTable {
    let evaluation: Evaluation
    let stack: LuaStack
    /// The name right before the table in the source: the id, or the word.
    let key: String
    /// Whether the table describes the service with that id.
    var isService = false
    /// The name of the table in messages, if the key is not enough.
    var title: String?
    let origin: Origin

    /// As many fields as most tables have at most: room that is made at once is not made again and again.
    private static let usual = 4

    /// The name of the described thing in messages: `service "mailer"`.
    var subject: String {
        title ?? (isService ? "service \"\(key)\"" : key == "inline" ? "inline service" : key)
    }

    func location(_ path: [String]) -> ScriptLocation? {
        origin.location(of: path, in: key)
    }

    func report(_ make: (ScriptLocation?) -> Diagnostic, at path: [String]) {
        var diagnostic = make(location(path))
        if let caller = origin.caller { diagnostic.hints.append("called from \(caller)") }
        evaluation.report(diagnostic)
    }

    /// Reports that a key does not take the value at a position.
    ///
    /// `expectation` and `path` describe a part of the key's value; if they are nil, the whole value is refused.
    func refuse(_ position: Int, _ key: ScriptKey, _ expectation: String? = nil, at path: [String]? = nil) {
        refuse(stack.found(position), key, expectation, at: path)
    }

    /// The same of a value that was read, as messages show it.
    func refuse(_ found: String, _ key: ScriptKey, _ expectation: String? = nil, at path: [String]? = nil) {
        report(
            { .expects(subject, key.name, expectation ?? key.kind.expectation, found, at: $0) }, at: path ?? [key.name])
    }

    /// Visits the fields of a table that has keys of its own, and reports other keys.
    func forEachField(
        _ table: Int, of context: ScriptKey.Context, at path: [String] = [],
        _ body: (ScriptKey, Int) throws -> Void
    ) rethrows {
        let keys = ScriptKey.keys(of: context)
        try forEachField(table, at: path) { name, value in
            if let key = keys.first(where: { $0.name == name }) {
                try body(key, value)
            } else {
                report({ .unknownKey(name, subject, known: keys.map(\.name), at: $0) }, at: path + [name])
            }
        }
    }

    /// Visits the fields of a table whose keys are strings, and reports other keys.
    ///
    /// Names and strings are charged here: many fields are read without ``value(_:at:)``.
    func forEachField(_ table: Int, at path: [String] = [], _ body: (String, Int) throws -> Void) rethrows {
        stack.pushNil()
        while stack.next(table) {
            let value = stack.top
            evaluation.costs.add(elements: 1)
            evaluation.charge(stringAt: value, stack)
            if let name = stack.text(at: value - 1) {
                evaluation.costs.add(bytes: name.utf8.count)
                try body(name, value)
            } else {
                let step = stack.listStep(at: value - 1)
                let found = stack.found(value - 1)
                report(
                    { step.isEmpty ? .oddKey(subject, path, found, at: $0) : .unexpectedElement(subject, at: $0) },
                    at: path + step)
            }
            stack.pop(1)
        }
    }

    /// Visits the elements of a list with their numbers; returns false for a table that has names, without a visit.
    func forEachElement(_ list: Int, at path: [String], _ body: (_ number: Int, _ position: Int) -> Void) -> Bool {
        let count = stack.rawLength(at: list)
        guard isList(list, of: count, at: path) else { return false }
        for index in 0..<count {
            guard admitsElement() else { break }
            stack.rawGet(list, index: index + 1)
            if stack.luaType(at: stack.top) == .nil {
                reportHole(at: path, ["\(index + 1)"])
            } else {
                body(index + 1, stack.top)
            }
            stack.pop(1)
        }
        return true
    }

    /// Whether no key is a string; reports keys that are neither strings nor indices.
    private func isList(_ table: Int, of count: Int, at path: [String]) -> Bool {
        stack.pushNil()
        while stack.next(table) {
            guard stack.luaType(at: stack.top - 1) != .string else {
                stack.pop(2)
                return false
            }
            if !stack.isIndex(at: stack.top - 1, upTo: count) { reportOddKey(stack.top - 1, at: path) }
            stack.pop(1)
        }
        return true
    }

    /// The elements and fields of a table.
    struct Content {
        var elements: [WiredValue] = []
        var fields: [LabeledValue] = []
    }

    /// Reads both halves of a table: its list, and its names in order.
    ///
    /// The first elements of the list that `skipping` counts and the last ones that `dropping` counts are not read.
    func content(_ table: Int, at path: [String], skipping: Int = 0, dropping: Int = 0) -> Content {
        var content = Content()
        let count = stack.rawLength(at: table)
        for index in skipping..<max(skipping, count - dropping) {
            guard admitsElement() else { return content }
            stack.rawGet(table, index: index + 1)
            if stack.luaType(at: stack.top) == .nil { reportHole(at: path, ["\(index + 1)"]) }
            content.elements.append(value(stack.top, at: path + ["\(index + 1)"]))
            stack.pop(1)
        }
        content.fields.reserveCapacity(Self.usual)
        stack.pushNil()
        while stack.next(table) {
            guard admitsElement() else {
                stack.pop(2)
                return content
            }
            if let name = stack.text(at: stack.top - 1) {
                evaluation.costs.add(bytes: name.utf8.count)
                content.fields.append(LabeledValue(name, value(stack.top, at: path + [name])))
            } else if !stack.isIndex(at: stack.top - 1, upTo: count) {
                reportOddKey(stack.top - 1, at: path)
            }
            stack.pop(1)
        }
        if content.fields.count > 1 { content.fields.sort { $0.label < $1.label } }
        return content
    }

    /// The value at a position of the stack.
    func value(_ position: Int, at path: @autoclosure () -> [String]) -> WiredValue {
        switch stack.luaType(at: position) {
        case .nil: return .value(.null)
        case .boolean: return .value(.boolean(stack.boolean(at: position) == true))
        case .number: return number(position)
        case .string: return text(position, at: path())
        case .table: return table(position, at: path())
        case .function:
            evaluation.costs.add(bytes: ReadingCosts.Bytes.function)
            return .function(ScriptFunction(stack.function(at: position), evaluation))
        case .userdata, .other: return object(position, at: path())
        }
    }

    private func number(_ position: Int) -> WiredValue {
        if stack.isInteger(at: position), let integer = stack.integer(at: position) {
            return .value(.integer(integer))
        }
        return .value(.number(stack.number(at: position) ?? .nan))
    }

    private func text(_ position: Int, at path: @autoclosure () -> [String]) -> WiredValue {
        guard let text = stack.text(at: position) else {
            return .value(stack.bytes(at: position).map { .data($0) } ?? .null)
        }
        evaluation.costs.add(bytes: text.utf8.count)
        if let foreign = evaluation.foreignValue(text) { return foreign }
        guard TextForms.mayBe(in: text), admits(placeholdersIn: text) else { return .value(.text(text)) }
        let forms = textForms(text, at: path())
        let value = read(forms, at: path()) { forms throws(TextForms.Fault) in try forms.value(text) }
        return value ?? .value(.text(text))
    }

    /// Reads text forms; reports a form that is not valid, and returns nil then.
    func read<R>(
        _ forms: TextForms, at path: @autoclosure () -> [String],
        _ body: (inout TextForms) throws(TextForms.Fault) -> R
    ) -> R? {
        var forms = forms
        do {
            let result = try body(&forms)
            note(forms.unclosed, at: path())
            for reference in forms.files { evaluation.follow(reference) }
            return result
        } catch {
            report(error, at: path())
            return nil
        }
    }

    /// Remembers names that may turn out to be those of parameters, also of such as are defined later.
    private func note(_ unclosed: [String], at path: @autoclosure () -> [String]) {
        for name in unclosed {
            evaluation.note(unclosed: name, in: self, at: path())
        }
    }

    /// Reports a string that looks like a reference or a placeholder but is not one.
    func report(_ fault: TextForms.Fault, at path: [String]) {
        report({ .textForm(fault, subject, path, at: $0) }, at: path)
        if case .parameter(let name) = fault.reason { evaluation.suggestLater(near: name) }
    }

    /// Only references to environment variables contain their location.
    private func textForms(_ text: String, at path: @autoclosure () -> [String]) -> TextForms {
        TextForms(
            at: text.contains("%env(") ? location(path()) : origin.location, evaluation.processors.byName,
            in: evaluation.module)
    }

    private func table(_ position: Int, at path: [String]) -> WiredValue {
        guard path.count < ReadingCosts.deepest, (try? stack.ensureRoom(16)) != nil else { return refuse(path) }
        return reading(position, at: path) { contents(of: position, at: path) }
    }

    private func contents(of position: Int, at path: [String]) -> WiredValue {
        let content = content(position, at: path)
        if content.fields.isEmpty { return .list(content.elements) }
        if !content.elements.isEmpty { report({ .mixedTable(subject, path, at: $0) }, at: path) }
        return map(content.fields, at: path)
    }

    private func object(_ position: Int, at path: @autoclosure () -> [String]) -> WiredValue {
        if let value = evaluation.value(ofTokenAt: position, stack) {
            if value.hasParts, let part = stack.token(at: position).flatMap({ evaluation.hold($0.index) }),
                !admits(part.extent, isShared: part.isShared, at: path())
            {
                return .value(.null)
            }
            return evaluation.noting(value)
        }
        let path = path()
        switch stack.tokenKind(at: position) {
        case .skip: report({ .misplacedSkip(subject, at: $0) }, at: path)
        case .value where evaluation.isChanging: report({ .endedReference(subject, at: $0) }, at: path)
        case .auto: report({ .misplacedAuto(subject, at: $0) }, at: path)
        case .inherited: report({ .misplacedInherited(subject, at: $0) }, at: path)
        case let word?: report({ .misplacedWord(word.name, subject, at: $0) }, at: path)
        case nil: report({ .unusableValue(subject, path, stack.found(position), at: $0) }, at: path)
        }
        return .value(.null)
    }

    /// An index behind a gap, or a key that is neither an index nor a name.
    private func reportOddKey(_ key: Int, at path: [String]) {
        let step = stack.listStep(at: key)
        if let index = stack.integer(at: key), index >= 1, !step.isEmpty {
            return reportHole(at: path, step, key: step[0])
        }
        let found = stack.found(key)
        report({ .oddKey(subject, path, found, at: $0) }, at: path + step)
    }

    private func reportHole(at path: [String], _ step: [String], key: String? = nil) {
        report({ .holeInList(subject, path, key: key, at: $0) }, at: path + step)
    }
}

extension WiredValue {
    /// Whether the value of a token contains others, which count each time that a value contains the token.
    fileprivate var hasParts: Bool { if case .inline = self { true } else { !innerValues.isEmpty } }
}
