import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `env.int("NAME", default)` and its like read the environment now; `env.secret "NAME"` when a service is built.
    static func env(_ evaluation: Evaluation) -> [Word] {
        EnvironmentType.names.compactMap { name in
            EnvironmentType(name: name).map { env(name, $0, evaluation) }
        } + [enumeration(evaluation), secret(evaluation)]
    }

    private static func env(_ name: String, _ type: EnvironmentType, _ evaluation: Evaluation) -> Word {
        Word("env.\(name)", evaluation, WordForm(2, "env.\(name)(\"id\", default)")) { call in
            try read(type, call, word: "env.\(name)", defaultAt: 1, evaluation)
        }
    }

    /// `env.csv("NAME", default)`: what a processor returns for a variable.
    static func env(processor name: String, _ evaluation: Evaluation) -> HostFunction {
        let word = "env.\(name)"
        return Word.function(word, evaluation, WordForm(2, "\(word)(\"id\", default)")) { call in
            let type = evaluation.processors.byName[name].map(EnvironmentType.processor) ?? .string
            return try read(type, call, word: word, defaultAt: 1, evaluation)
        }
    }

    private static func enumeration(_ evaluation: Evaluation) -> Word {
        Word("env.enum", evaluation, WordForm(3, "env.enum(\"id\", { … }, default)")) { call in
            guard let list = call.argument(1), let choices = try? [String].read(from: list), !choices.isEmpty else {
                throw ContainerError(
                    .expectsName(
                        "env.enum", "a list of strings to choose from", found: call.found(1),
                        at: call.callSite))
            }
            return try read(.choice(choices), call, word: "env.enum", defaultAt: 2, evaluation)
        }
    }

    private static func secret(_ evaluation: Evaluation) -> Word {
        Word("env.secret", evaluation, WordForm(1, "env.secret \"id\"")) { call in
            let name = try call.name(0, of: "env.secret", "a variable's name")
            let reference = EnvironmentReference(
                name, type: .string, isSecret: true, location: call.callSite)
            return call.token(.environment(reference), evaluation)
        }
    }

    private static func read(
        _ type: EnvironmentType, _ call: LuaCall, word: String, defaultAt: Int, _ evaluation: Evaluation
    ) throws -> LuaReturn {
        let name = try call.name(0, of: word, "a variable's name")
        let reference = EnvironmentReference(name, type: type, isSecret: false, location: call.callSite)
        evaluation.follow(reference)
        let variables = evaluation.tracedVariables
        if variables[name] == nil, let reader = call.argument(defaultAt) {
            if !reference.type.accepts(try PlainValue.read(from: reader)) {
                let found = call.found(defaultAt)
                evaluation.report(.wrongDefault(word, reference, found: found, at: reference.location))
            }
            call.stack.copyToTop(call.position(defaultAt))
            return .values(1)
        }
        do {
            let value = try reference.value(in: variables)
            evaluation.markForeign(value)
            try value.write(to: call.stack.writer)
            return .values(1)
        } catch let error as ContainerError {
            for diagnostic in error.diagnostics { evaluation.remark(diagnostic.withDefault(word, reference)) }
            let standIn = type.standIn(for: name)
            if case .text(let text) = standIn { evaluation.markStandIn(text, for: reference) }
            try standIn.write(to: call.stack.writer)
            return .values(1)
        }
    }
}

extension EnvironmentType {
    /// A value of the type, with which a script can continue although the variable could not be read.
    fileprivate func standIn(for name: String) -> PlainValue {
        switch self {
        case .string, .file, .trim, .base64, .processor: .text("$\(name)")
        case .int: .integer(0)
        case .number: .number(0)
        case .bool: .boolean(false)
        case .list: .list([])
        case .json: .map([:])
        case .choice(let choices): .text(choices.first ?? "$\(name)")
        case .chain(_, let last): last.standIn(for: name)
        }
    }
}
