/// The colors of graphs without a style sheet.
enum ScopeColors {
    static func color(of scope: String?) -> String {
        switch scope {
        case "shared": "#dbeafe"
        case "transient": "#fef3c7"
        case "graph": "#dcfce7"
        case "weak": "#ede9fe"
        case nil: "#f3f4f6"
        default: "#fae8ff"
        }
    }

    static func color(of mark: WiringGraph.Mark) -> String {
        switch mark {
        case .undefined, .cycle: "#dc2626"
        case .lateCycle: "#7c3aed"
        case .captive: "#d97706"
        case .deprecated: "#78716c"
        }
    }
}
