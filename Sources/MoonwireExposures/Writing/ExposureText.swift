/// The extension of a type with its exposure.
struct ExposureText {
    let exposure: PlannedExposure
    /// Whether declarations without a word about it are isolated to the main actor.
    let isMainActorByDefault: Bool

    private var type: TypeDeclaration { exposure.type }

    var lines: [String] {
        let extended = type.name
        let own = "static \(type.typeParameters.isEmpty ? "let exposure =" : "var exposure: Exposure {")"
        guard exposure.subclasses.isEmpty else { return dispatching }
        let head = "\(CallLayout.step)\(type.declaration.access.modifier)\(isolation)\(own)"
        guard !type.typeParameters.isEmpty else {
            return ["extension \(extended) {"] + Self.definition(exposure, after: head, CallLayout.step) + ["}"]
        }
        let inner = CallLayout.step + CallLayout.step
        return ["extension \(extended) {", head] + Self.definition(exposure, after: nil, inner) + [
            "\(CallLayout.step)}", "}",
        ]
    }

    private var isolation: String { isMainActorByDefault || type.isolation != .none ? "nonisolated " : "" }

    /// An exposure that depends on the class, because members of extensions cannot be overridden.
    private var dispatching: [String] {
        let step = CallLayout.step
        var lines = ["extension \(type.name) {"]
        lines.append("\(step)\(type.declaration.access.modifier)\(isolation)static var exposure: Exposure {")
        lines += exposure.subclasses.map {
            "\(step)\(step)if self == \($0.type.name).self { return \(Self.name($0)) }"
        }
        lines += ["\(step)\(step)return \(Self.name(exposure))", "\(step)}"]
        for each in [exposure] + exposure.subclasses {
            let head = "\(step)private \(isolation)static let \(Self.name(each)) ="
            lines += [""] + Self.definition(each, after: head, step)
        }
        return lines + ["}"]
    }

    private static func name(_ exposure: PlannedExposure) -> String { "exposureOf" + exposure.type.path.joined() }

    private static func definition(_ exposure: PlannedExposure, after head: String?, _ indentation: String) -> [String]
    {
        let members = MemberTexts(exposure: exposure).lines(indentedBy: indentation + CallLayout.step)
        let start = head.map { "\($0) " } ?? indentation
        var lines = opening(exposure, start, indentation)
        guard !members.isEmpty else {
            lines[lines.count - 1] += "}"
            return lines
        }
        lines += members
        return lines + ["\(indentation)}"]
    }

    /// The lines up to the brace of the members.
    private static func opening(_ exposure: PlannedExposure, _ start: String, _ indentation: String) -> [String] {
        let name = "\(exposure.type.name).self"
        guard let summary = exposure.type.declaration.comment.summary else { return ["\(start)Exposure(\(name)) {"] }
        let line = "\(start)Exposure(\(name), documentation: \(StringText.literal(summary))) {"
        if line.count <= CallLayout.width { return [line] }
        let inner = indentation + CallLayout.step
        let arguments = "\(inner)\(name), documentation: \(StringText.literal(summary))"
        if arguments.count <= CallLayout.width { return ["\(start)Exposure(", arguments, "\(indentation)) {"] }
        var text = StringText.lines(summary, indentedBy: inner + CallLayout.step)
        text[0] = "\(inner)documentation: \"\"\""
        return ["\(start)Exposure(", "\(inner)\(name),"] + text + ["\(indentation)) {"]
    }
}

/// The members of an exposure.
private struct MemberTexts {
    let exposure: PlannedExposure

    func lines(indentedBy indentation: String) -> [String] {
        let name = exposure.type.name
        let functions = (exposure.initializers + exposure.methods).flatMap {
            FunctionText(planned: $0, typeName: name).lines(indentedBy: indentation)
        }
        let properties = exposure.properties.flatMap { property in
            ["\(indentation)\(text(property))"]
                + DocumentationText(property.declaration.comment.summary).lines(
                    indentedBy: indentation + CallLayout.step)
        }
        return functions + properties + exposure.provided.map { "\(indentation)Provides { $0 as any \($0) }" }
    }

    private func text(_ property: PropertyDeclaration) -> String {
        let literal = StringText.literal(property.name)
        let effect = property.isThrowing ? "try " : ""
        guard effect.isEmpty, exposure.type.kind != .actor else {
            return "Property(\(literal), get: { \(effect)$0.\(property.name) })"
        }
        return "Property(\(literal), \\.\(property.name))"
    }
}
