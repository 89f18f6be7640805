/// The members of an exposure.
struct MemberTexts {
    let exposure: PlannedExposure

    func lines(indentedBy indentation: String) -> TextLines {
        var lines = TextLines()
        for function in exposure.initializers + exposure.methods {
            let text = FunctionText(planned: function, typeName: exposure.type.name)
            lines.add(text.lines(indentedBy: indentation), of: exposure.name(function))
        }
        for property in exposure.properties {
            let summary = DocumentationText(property.declaration.comment.summary)
            let documented = summary.lines(indentedBy: indentation + CallLayout.step)
            lines.add(["\(indentation)\(text(property))"] + documented, of: exposure.name(property))
        }
        if let isolation = exposure.isolation {
            lines.add(["\(indentation)ActorIsolation(\(isolation).self)"], of: exposure.name(isolation: isolation))
        }
        for slot in exposure.slots { lines.add(["\(indentation)\(text(slot))"], of: exposure.name(slot)) }
        for name in exposure.provided {
            lines.add(["\(indentation)Provides { $0 as any \(name) }"], of: exposure.name(provided: name))
        }
        return lines
    }

    private func text(_ slot: PlannedSlot) -> String {
        let literal = StringText.literal(slot.property.name)
        return switch slot.content {
        case .id(let id?): "SlotArguments(\(literal), id: \(StringText.literal(id)))"
        case .initialValue(true): "SlotArguments(\(literal), hasInitialValue: true)"
        case .id(nil), .initialValue(false): "SlotArguments(\(literal))"
        }
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
