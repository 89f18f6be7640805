import Foundation
import MoonwireCore
import MoonwireValues

/// The description of one service, as text and as data.
struct Explanation {
    let data: Content
    private let inspection: Inspection
    private let origins: ParameterOrigins
    /// The service itself, or the target of an alias.
    private let target: ServiceInspection
    /// Whether a running container is inspected.
    private let isRunning: Bool

    /// The contents of the JSON.
    struct Content: Encodable {
        let service: ServiceInspection
        /// The rules that inject the service into slots.
        let rules: [InjectionRuleInspection]
        let instance: HeldInstance?
    }

    init(_ service: ServiceInspection, in inspection: Inspection, running instances: [HeldInstance]?) {
        self.inspection = inspection
        origins = ParameterOrigins(inspection.parameters)
        isRunning = instances != nil
        let isAlias = service.construction.kind == .alias
        let target = isAlias ? service.needs.first?.target.flatMap { inspection.service($0) } : nil
        self.target = target ?? service
        let id = self.target.id
        data = Content(
            service: service, rules: inspection.rules(puttingIn: service.id),
            instance: instances?.first { $0.id == id })
    }

    private var service: ServiceInspection { data.service }

    /// The name of the service, its facts, and a block for each aspect that it has.
    var lines: [String] {
        var lines = ["service \"\(service.id)\""] + Columns(facts).lines
        lines += block("decoration, the outermost first", service.decoration.map(level))
        lines += block("values", service.values.flatMap(rows))
        lines += block(
            "needs",
            service.needs.map { need in
                let field = need.byType.map { "\(need.field), by type \($0)" } ?? need.field
                return row(need.id, need.kind, field, need.location, missing: need.target == nil)
            })
        lines += block("needed by", service.neededBy.map { row($0.id, $0.kind, $0.field, $0.location) })
        lines += block(
            "injected into slots by", data.rules.map { [$0.rule, $0.value?.written.shortened ?? "", $0.origin.words] })
        lines += block("slots", service.slots.flatMap(rows))
        lines += block(
            "hooks", service.hooks.map { [$0.hook, $0.needsType ? "if the type fits" : "", $0.location.words] })
        return lines
    }

    private func block(_ title: String, _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return ["", "  \(title)"] + Columns(rows.map { row in ["    " + row[0]] + row.dropFirst() }).lines
    }

    /// The facts about the service, one row each.
    private var facts: [[String]] {
        let isAlias = service.construction.kind == .alias
        var facts: [[String]] = []
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { facts.append(["  \(name)", value]) }
        }
        add("defined", service.origin.words.isEmpty ? "by the application" : service.origin.words)
        for remark in service.origin.remarks { facts.append(["", remark]) }
        for change in service.changes ?? [] { add("changed", change.words) }
        if isAlias {
            add("alias of", service.needs.first.map { "\"\($0.target ?? $0.id)\"" } ?? "")
        } else {
            add("built by", construction)
        }
        add("type", service.type ?? "determined when it is built")
        if !isAlias {
            add("scope", scope)
            add("asynchronous", service.asynchronous ?? "")
        }
        add("arguments", service.arguments.map(\.words).joined(separator: ", "))
        add("outlives", service.outlives.joined(separator: ", "))
        add("inherits", service.parent.map { "from \"\($0)\"" } ?? "")
        add("abstract", service.isAbstract ? "other services can only inherit from it" : "")
        add("inherited", service.children.isEmpty ? "" : "by \(service.children.joined(separator: ", "))")
        add("tags", service.tagDetails.map(\.words).joined(separator: ", "))
        if let reason = service.deprecation { add("deprecated", reason.isEmpty ? "yes" : reason) }
        add("public", service.isPublic ? "" : "no: only other services can refer to it")
        add("on reload", service.reloadWords ?? "")
        add("aliases", service.aliases.joined(separator: ", "))
        if isRunning, !service.isAbstract { add("instance", instance) }
        return facts
    }

    /// The scope; for one that is declared, also the scope within which it opens, and the location.
    private var scope: String {
        let name = service.scope.rawValue
        guard let scope = inspection.scope(name) else { return name }
        let within = scope.within.map { ", within \($0)" } ?? ""
        return "\(name)\(within)\(scope.location.map { " (\($0))" } ?? "")"
    }

    /// The construction, with its location if it differs from that of the definition.
    private var construction: String {
        let construction = service.construction
        guard let location = construction.location, location != service.location else { return construction.words }
        return "\(construction.words) (\(location))"
    }

    /// The date of the instance, and the path for which it was built.
    private var instance: String {
        guard let instance = data.instance else { return missingInstance }
        let date = instance.date.formatted(.iso8601)
        if instance.isSupplied { return "supplied at \(date)" }
        let path =
            instance.path.isEmpty ? "requested by the application" : "for \(instance.path.joined(separator: " -> "))"
        return "built at \(date), \(path)"
    }

    private var missingInstance: String {
        switch target.scope {
        case .shared: target.construction.kind == .synthetic ? "not supplied yet" : "not built yet"
        case .weak: "none is held"
        case .cached: "not built yet"
        case .graph: "none is held: each resolve creates one"
        case .transient: "none is held: each request creates one"
        case .named(let name): "each open scope \"\(name)\" has one of its own"
        }
    }

    /// A row for a decorator, or for the decorated service.
    private func level(_ id: String) -> [String] {
        let service = inspection.service(id)
        return [id, service?.type ?? service?.construction.words ?? "", service?.origin.words ?? ""]
    }

    private func rows(_ value: ValueInspection) -> [[String]] {
        let origins = origins.origins(of: value)
        // The row of the parameter shows the same value.
        let isSaid = origins.contains { $0.value.written == value.filled }
        return [[value.field, value.written.shortened, value.location.words]]
            + (isSaid ? [] : value.continuation.map { ["", $0] })
            + origins.map { parameter in
                ["", "  \(parameter.name) is \(parameter.value.written.shortened)", parameter.origin.words]
            }
    }

    private func rows(_ slot: SlotInspection) -> [[String]] {
        guard let first = slot.rules.first else { return [[slot.name, slot.type, slot.kind.withoutRule]] }
        let exception = first.unless.map { [["", "", "", "unless \($0)", ""]] } ?? []
        return [[slot.name, slot.type, first.value.shortened, "\(first.rule)", first.location.words]] + exception
            + slot.rules.dropFirst().map { rule in
                let exception = rule.unless.map { ", unless \($0)" } ?? ""
                return ["", "", "", "before \(rule.rule)\(exception)", rule.location.words]
            }
    }

    private func row(
        _ id: String, _ kind: ServiceReference.Kind, _ field: String, _ location: ScriptLocation?,
        missing: Bool = false
    ) -> [String] {
        let kind = kind == .required ? "" : kind.rawValue
        return [
            id, missing ? [kind, "not defined"].filter { !$0.isEmpty }.joined(separator: ", ") : kind, field,
            location.words,
        ]
    }
}

extension SlotDescription.Kind {
    /// The text for a slot that no rule reaches.
    fileprivate var withoutRule: String {
        switch self {
        case .injected, .lazy, .weak: "no rule"
        case .provided: "no rule, its provider"
        case .partial: "no rule, its partial"
        case .resource: "no rule, its implementation"
        case .final: "@Final"
        case .preference: "@Preference"
        }
    }
}
