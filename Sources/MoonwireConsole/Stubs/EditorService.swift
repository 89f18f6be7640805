import MoonwireCore
import MoonwireValues

/// A service, as editors show it.
struct EditorService {
    let id: String
    /// The comment of an annotation: the type, if it is known, and the location of the definition.
    let remark: String
    /// Whether it is only a parent of other services.
    let isAbstract: Bool

    private init(_ service: ServiceInspection, isAbstract: Bool) {
        id = service.id
        let facts = [service.type, service.location.map { "\($0)" }].compactMap(\.self).joined(separator: ", ")
        remark = facts.isEmpty ? "" : " # \(facts.inOneLine)"
        self.isAbstract = isAbstract
    }

    /// The services of all environments, sorted by id.
    static func all(in inspections: [Inspection]) -> [EditorService] {
        let found = inspections.flatMap { inspection in
            inspection.services.map { EditorService($0, isAbstract: false) }
                + inspection.abstracts.map { EditorService($0, isAbstract: true) }
        }
        return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { $0.isAbstract ? $1 : $0 }).values
            .sorted { $0.id < $1.id }
    }
}
