package import MoonwireCore

/// A wiring as text that can be stored and reviewed: a block for each item, with a line for each of its fields.
///
/// It contains neither locations nor instances, so it changes only if the wiring does.
package struct WiringText {
    package let blocks: [Block]

    /// An item of the wiring.
    package struct Block: Hashable {
        package let title: String
        package let lines: [String]

        var text: String { ([title] + lines).joined(separator: "\n") }
    }

    /// The blocks, with an empty line after each but the last one.
    package var text: String { blocks.map { $0.text + "\n" }.joined(separator: "\n") }

    /// Reads a stored text.
    package init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        blocks = lines.split(separator: "").map { lines in
            Block(title: String(lines.first ?? ""), lines: lines.dropFirst().map(String.init))
        }
    }

    /// Describes the contents of a container; `masked` contains the names of parameters whose values are not shown.
    package init(_ inspection: Inspection, masking masked: Set<String>) {
        let services = (inspection.services + inspection.abstracts).sorted { $0.id < $1.id }
        let preferences = inspection.preferences.sorted { $0.title < $1.title }
        let hooks = HookEvent.allCases.flatMap { event in inspection.hooks.filter { $0.event == event } }
        blocks =
            inspection.scopes.sorted { $0.name < $1.name }.map { Block(WiringItem($0)) }
            + services.map(Block.init)
            + inspection.parameters.map { parameter in
                Block(WiringItem(parameter), isMasked: masked.contains(parameter.name))
            } + preferences.map { Block(WiringItem($0)) } + hooks.map { WiringItem($0) }.numbered.map { Block($0) }
            + inspection.rules.map { WiringItem($0) }.numbered.map { Block($0) }
    }
}

extension WiringText.Block {
    fileprivate init(_ item: WiringItem, isMasked: Bool = false) {
        title = item.kind.title(item.name)
        lines = item.fields.map { Self.line($0.name, isMasked ? SecretMask.mask : $0.text) }
    }

    fileprivate init(_ service: ServiceInspection) {
        let item = WiringItem(service)
        title = item.kind.title(item.name)
        var fields = item.fields.map { ($0.name, $0.text) }
        if service.construction.kind == .alias {
            fields.removeAll { $0.0 == "scope" }
        } else if service.construction.kind != .initializer, let type = service.type {
            fields.insert(("type", type), at: 1)
        }
        if !service.aliases.isEmpty { fields.append(("aliases", service.aliases.sorted().joined(separator: ", "))) }
        lines = fields.map(Self.line)
    }

    private static func line(_ name: String, _ text: String) -> String {
        "    \(name): \(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n"))"
    }
}
