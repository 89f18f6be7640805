/// A call, laid out on one line if it fits, with each argument on a line of its own otherwise.
struct CallLayout {
    let callee: String
    var arguments: [String] = []
    var closure: Closure?
    /// Whether a member of the result is called next.
    var isContinued = false

    /// A trailing closure with one expression.
    struct Closure {
        /// The parameters with their types; nil for `$0` and those after it.
        let parameters: [String]?
        /// `try await `, or a part of it.
        let effects: String
        let function: String
        let arguments: [String]
    }

    static let width = 100
    static let step = "    "

    /// The lines of the call, each with its indentation.
    func lines(indentedBy indentation: String) -> [String] {
        let head = arguments.isEmpty && closure != nil ? callee : "\(callee)(\(arguments.joined(separator: ", ")))"
        guard let closure else {
            if fits(indentation + head) { return [indentation + head] }
            return isContinued ? broken(indentation, end: nil) + ["\(indentation))"] : broken(indentation, end: ")")
        }
        let line = "\(indentation)\(head) { \(closure.text) }"
        if fits(line) { return [line] }
        if fits("\(indentation)\(head) {\(closure.opening)") {
            return closure.lines(after: "\(indentation)\(head)", indentation)
        }
        let last = "\(indentation)) { \(closure.text) }"
        if fits(last) { return broken(indentation, end: nil) + [last] }
        return broken(indentation, end: nil) + closure.lines(after: "\(indentation))", indentation)
    }

    private func fits(_ line: String) -> Bool { line.count <= Self.width }

    /// The arguments below the callee: on one line if they fit, with the end after the last one.
    private func broken(_ indentation: String, end: String?) -> [String] {
        var lines = ["\(indentation)\(callee)("]
        let line = "\(indentation)\(Self.step)\(arguments.joined(separator: ", "))\(end ?? "")"
        if fits(line) { return lines + [line] }
        lines += arguments.map { "\(indentation)\(Self.step)\($0)," }
        if let last = lines.popLast() { lines.append(last.dropLast() + (end ?? "")) }
        return lines
    }
}

extension CallLayout.Closure {
    var text: String { (parameters.map { "(\($0.joined(separator: ", "))) in " } ?? "") + expression }

    /// What follows the brace on its line.
    var opening: String { parameters.map { " (\($0.joined(separator: ", "))) in" } ?? "" }

    private var expression: String { "\(effects)\(function)(\(arguments.joined(separator: ", ")))" }

    /// The closure on several lines.
    func lines(after head: String, _ indentation: String) -> [String] {
        let inner = indentation + CallLayout.step
        var lines = ["\(head) {\(opening)"]
        if lines[0].count > CallLayout.width, let parameters {
            lines = ["\(head) {", "\(inner)("]
            lines += parameters.map { "\(inner)\(CallLayout.step)\($0)," }
            if let last = lines.popLast() { lines += ["\(last.dropLast())", "\(inner)) in"] }
        }
        lines += CallLayout(callee: effects + function, arguments: arguments).lines(indentedBy: inner)
        return lines + ["\(indentation)}"]
    }
}
