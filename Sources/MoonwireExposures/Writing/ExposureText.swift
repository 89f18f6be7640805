/// The extension of a type with its exposure.
struct ExposureText {
    let exposure: PlannedExposure
    /// Whether declarations without a word about it are isolated to the main actor.
    let isMainActorByDefault: Bool

    var lines: TextLines {
        var lines = TextLines()
        lines += ["extension \(type.name) {"]
        if !exposure.subclasses.isEmpty {
            lines += dispatching
        } else if type.typeParameters.isEmpty {
            lines += Self.definition(exposure, after: "\(step)\(modifiers)static let exposure = ", step)
        } else {
            lines += ["\(step)\(modifiers)static var exposure: Exposure {"]
            lines += Self.definition(exposure, after: step + step, step + step)
            lines += ["\(step)}"]
        }
        lines += ["}"]
        return lines
    }

    private var type: TypeDeclaration { exposure.type }
    private let step = CallLayout.step
    private var modifiers: String { type.declaration.access.modifier + isolation }
    private var isolation: String { isMainActorByDefault || type.isolation != .none ? "nonisolated " : "" }

    init(exposure: PlannedExposure, isMainActorByDefault: Bool) {
        self.exposure = exposure
        self.isMainActorByDefault = isMainActorByDefault
    }

    /// An exposure that depends on the class, because members of extensions cannot be overridden.
    private var dispatching: TextLines {
        var lines = TextLines()
        lines += ["\(step)\(modifiers)static var exposure: Exposure {"]
        lines += exposure.subclasses.map {
            "\(step)\(step)if self == \($0.type.name).self { return \(Self.name($0)) }"
        }
        lines += ["\(step)\(step)return \(Self.name(exposure))", "\(step)}"]
        for each in [exposure] + exposure.subclasses {
            lines += [""]
            lines += Self.definition(each, after: "\(step)private \(isolation)static let \(Self.name(each)) = ", step)
        }
        return lines
    }

    private static func name(_ exposure: PlannedExposure) -> String { "exposureOf" + exposure.type.path.joined() }

    private static func definition(_ exposure: PlannedExposure, after head: String, _ indentation: String) -> TextLines
    {
        let members = MemberTexts(exposure: exposure).lines(indentedBy: indentation + CallLayout.step)
        var opening = opening(exposure, head, indentation)
        var lines = TextLines()
        if members.texts.isEmpty {
            opening[opening.count - 1] += "}"
            lines += opening
        } else {
            lines += opening
            lines += members
            lines += ["\(indentation)}"]
        }
        return lines
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
