import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A global that a script reads but that is not declared, with the names that were probably meant.
struct UnknownGlobal {
    private let name: String
    private let location: ScriptLocation?
    private let stack: LuaStack
    private let evaluation: Evaluation

    init(_ name: String, _ call: LuaCall, _ evaluation: Evaluation) {
        self.name = name
        location = call.callSite
        stack = call.stack
        self.evaluation = evaluation
    }

    var fault: Diagnostic {
        let mentions = mentions
        if let hint = hint(mentions) { return .unknownGlobal(name, hint, at: location) }
        let known = ScriptWord.globals + (evaluation.types?.names ?? []).filter(\.isName)
        let near = Suggestions(among: known).nearest(to: name)
        if near.isEmpty, mentions?.isValue == true { return .unknownGlobal(name, .string, at: location) }
        return .unknownGlobal(name, near: near, at: location)
    }

    /// The mistake that was certainly made; nil if only the nearest names are known.
    private func hint(_ mentions: NameMentions?) -> GlobalHint? {
        if let library = GlobalHint(absentLibrary: name) { return library }
        if let product = ScriptWord.products[name] { return .product(product) }
        if ["environment", "ENV", "ENVIRONMENT"].contains(name) {
            return .environment(evaluation.conditions.environments.first ?? "dev")
        }
        guard !evaluation.hasEnded else { return nil }
        if mentions?.isKeyBeforeColon == true { return .colonForEquals }
        if mentions?.isService == true || evaluation.defines(name) { return .service }
        return evaluation.parameters.nameOfParameter(atStartOf: name) == name ? .parameter : nil
    }

    /// How the script mentions the name; nil after the scripts have run.
    ///
    /// A script that catches the error may try again and again, so it pays for the search.
    private var mentions: NameMentions? {
        guard !evaluation.hasEnded, let text = location.flatMap({ evaluation.text(of: $0.file) }) else { return nil }
        _ = stack.spend(Int64(text.utf8.count / ReadingCosts.bytesPerInstruction + evaluation.output.definitionCount))
        return NameMentions(of: name, at: location?.line ?? 0, in: text)
    }
}

/// A mistake that causes a read of an undeclared global.
enum GlobalHint: Equatable {
    /// A word of a product that the container does not have.
    case product(ScriptWord.Product)
    /// A library or function of Lua that scripts cannot use, with what there is instead.
    case absent(instead: Replacement?)
    /// `environment == "dev"`
    case environment(String)
    /// `mailer: ref "smtp"`, which calls a method.
    case colonForEquals
    /// `mailer = mailer`
    case service
    case parameter
    /// `host = localhost`
    case string

    enum Replacement {
        case variables, files, modules
    }

    init?(absentLibrary name: String) {
        switch name {
        case "os": self = .absent(instead: .variables)
        case "io": self = .absent(instead: .files)
        case "load", "loadstring", "loadfile", "dofile", "package": self = .absent(instead: .modules)
        case "debug": self = .absent(instead: nil)
        default: return nil
        }
    }
}
