/// The text of the file with keys.
struct KeysText {
    private let lines: TextLines

    init(_ plan: KeyPlan, isMainActorByDefault: Bool) {
        var lines = TextLines()
        lines += GeneratedText.heading
        lines += Self.imports(plan)
        let extensions = Dictionary(grouping: plan.keys) { "\($0.kind == .service ? 0 : 1)\($0.extendedType)" }
        for (_, keys) in extensions.sorted(by: { $0.key < $1.key }) {
            guard let first = keys.first else { continue }
            lines += [""]
            lines.add(["extension \(first.extendedType) {"], of: first.extended)
            for (number, key) in keys.sorted(by: { $0.name.identifier < $1.name.identifier }).enumerated() {
                if number > 0 { lines += [""] }
                lines.add(Self.declaration(key, isMainActorByDefault ? "nonisolated " : ""), of: key.member)
            }
            lines += ["}"]
        }
        self.lines = lines
    }

    var text: String { lines.texts.joined(separator: "\n") + "\n" }

    /// The extension that contains a line; the first line is 1.
    func member(inLine number: Int) -> MemberName? {
        lines.members.indices.contains(number - 1) ? lines.members[number - 1] : nil
    }

    /// The names of the keys in a generated file.
    static func names(in text: String) -> [String] {
        text.split(separator: "\n").compactMap {
            $0.firstMatch(of: /static let (\S+) = Self\(/).map { String($0.output.1) }
        }
    }

    private static func imports(_ plan: KeyPlan) -> [String] {
        var access = ["Moonwire": false]
        for key in plan.keys {
            for module in key.type.modules.union(["Moonwire"]) {
                access[module] = access[module] == true || key.access == .public
            }
        }
        return access.sorted { $0.key < $1.key }.map { "\($1 ? "public " : "")import \($0)" }
    }

    /// Names of scripts can contain any character.
    private static func inOneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

    private static func declaration(_ key: PlannedKey, _ isolation: String) -> [String] {
        let step = CallLayout.step
        var lines = key.documentation.map { $0.isEmpty ? "\(step)///" : "\(step)/// \(Self.inOneLine($0))" }
        if let reason = key.deprecation {
            let message = reason.isEmpty ? "" : ", message: \(StringText.literal(reason))"
            lines.append("\(step)@available(*, deprecated\(message))")
        }
        let modifiers = key.access.modifier + isolation
        lines.append("\(step)\(modifiers)static let \(key.name.declared) = Self(\(StringText.literal(key.id)))")
        return lines
    }
}
