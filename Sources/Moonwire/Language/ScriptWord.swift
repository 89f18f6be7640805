/// A word of the script language, as editors and documentation describe it.
package struct ScriptWord: Sendable {
    /// The name, with a dot for a field of a table: `env.int`.
    package let name: String
    /// One sentence.
    package let documentation: String

    private init(_ name: String, _ documentation: String) {
        self.name = name
        self.documentation = documentation
    }

    /// The names that are globals.
    static let globals = Set(all.map { String($0.name.prefix { $0 != "." }) }).sorted()

    /// The names of the words that are fields of a table.
    static func fields(of table: String) -> [String] {
        all.map(\.name).filter { $0.hasPrefix(table + ".") }.map { String($0.dropFirst(table.count + 1)) }
    }

    /// What the word with that name does.
    package static func documentation(of name: String) -> String { byName[name] ?? "" }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.documentation) })

    /// Every word, in the order of the documentation.
    package static let all = definitions + references + data + files + environment + hooks

    /// A product besides Moonwire whose words scripts can use when the application registers them.
    struct Product: Sendable, Equatable {
        let name: String
        /// What the application calls.
        let call: String
    }

    /// The products of words that are not in every script.
    static let products: [String: Product] = [
        "accessor": Product(name: "MoonwireObjects", call: "addObjects()"),
        "around": Product(name: "MoonwireObjects", call: "addObjects()"),
        "implementation": Product(name: "MoonwireObjects", call: "addObjects()"),
        "partial": Product(name: "MoonwireObjects", call: "addObjects()"),
    ]

    private static let definitions = [
        ScriptWord("service", "Defines a service, and returns a reference to it."),
        ScriptWord("default_service", "Defines a service unless an earlier script or line does."),
        ScriptWord("extend", "Changes keys and arguments of a service that an earlier script or line defines."),
        ScriptWord("defined", "Whether the application, an earlier script, or an earlier line defines a service."),
        ScriptWord("alias", "Defines another id of a service."),
        ScriptWord("decorate", "Wraps a service, and replaces it."),
        ScriptWord("inner", "The service that a decorator wraps."),
        ScriptWord("defaults", "Sets the defaults of the services of this file."),
        ScriptWord("bind", "Binds a value to arguments by their name, their type, or both, where `auto` wires them."),
        ScriptWord("scopes", "Declares the scopes that the application opens, such as one for each request."),
    ]

    private static let references = [
        ScriptWord(
            "ref",
            "A service that must be defined: `ref.id`, `ref \"id\"`, or `ref(\"id\", { … })` with arguments for it."),
        ScriptWord(
            "optional",
            "A service, or nil if it is not defined: `optional.id`, `optional \"id\"`, or `optional(\"id\", { … })`."),
        ScriptWord(
            "later",
            "In `set` and `call`, a service that needs this one in turn: `later.id`, or `later \"id\"`."),
        ScriptWord("lazy", "A handle that builds the service when it is first used: `lazy.id`, or `lazy \"id\"`."),
        ScriptWord(
            "provider", "A handle that resolves the service each time it is used: `provider.id`, or `provider \"id\"`."),
        ScriptWord("tagged", "All services with a tag, those of higher priority first."),
        ScriptWord("typed", "The service of a type, or all of them: `typed(\"Type\", { all = true })`."),
        ScriptWord("auto", "As `args`, or at the end of them: wires the arguments that are left out by their types."),
        ScriptWord("inherited", "At the beginning of `args`: the arguments that the parent has by position."),
        ScriptWord("inline", "A service without an id, for this argument only."),
        ScriptWord(
            "argument",
            "A value that is given when the service is resolved: `argument \"name\"`, or `argument(\"name\", default)`."
        ),
        ScriptWord("null", "An explicit nil, for elements of lists and for arguments."),
        ScriptWord("raw", "A string in which `%name%` and `@id` have no special meaning."),
    ]

    private static let data = [
        ScriptWord(
            "parameters", "Defines parameters; a table with names is a map, available as a whole and by dotted names."),
        ScriptWord("param", "A parameter, read when a service is built."),
        ScriptWord("now", "The value of a parameter now, while the script runs."),
        ScriptWord("processor", "Adds a type of environment variables: a function that receives the text of one."),
        ScriptWord(
            "parallel",
            "A function that keeps no state between calls: threads call it at the same time, each in its own interpreter."
        ),
        ScriptWord("preferences", "Declares typed settings."),
        ScriptWord("preference", "A preference, `preference \"Group.name\"`, read when a service is built."),
        ScriptWord("inject", "Injects a value into slots."),
        ScriptWord("skip", "As the value of `inject`: leaves the slots unchanged."),
    ]

    private static let files = [
        ScriptWord("include", "Runs another script in place, relative to this one."),
        ScriptWord("options", "Declares the options of this file, which `include` passes, and returns their values."),
        ScriptWord("require", "Runs another file once: `require \"mail.transport\"` is `mail/transport.lua`."),
        ScriptWord("environments", "Declares the environments that `when` can name."),
        ScriptWord("when", "Runs the function in that environment only."),
    ]

    private static let environment = [
        ScriptWord("env.string", "A variable, as it is."),
        ScriptWord("env.int", "A variable, as an integer."),
        ScriptWord("env.number", "A variable, as a number."),
        ScriptWord("env.bool", "A variable, as true or false."),
        ScriptWord("env.list", "A variable, as a list of strings between commas."),
        ScriptWord("env.json", "A variable, as the value that its JSON describes."),
        ScriptWord("env.file", "The text of the file whose path is in a variable."),
        ScriptWord("env.trim", "A variable as a string, without the white space around it."),
        ScriptWord("env.base64", "A string that a variable contains in Base64."),
        ScriptWord("env.enum", "A variable, as one of the given strings."),
        ScriptWord("env.secret", "A variable, read when a service is built, and masked in messages."),
    ]

    private static let hooks = [
        ScriptWord("pass", "Checks or changes the whole wiring when it is loaded or checked: definitions, report."),
        ScriptWord("pass.boundaries", "Reports references between components that do not use each other."),
        ScriptWord("pass.captive_dependencies", "Reports services that are kept longer than their scope says."),
        ScriptWord("pass.unused", "Reports private services and parameters to which nothing refers."),
        ScriptWord(
            "scenario", "Declares a wiring for tests: what it replaces, and which builds it permits and expects."),
        ScriptWord("hook.registered", "Each definition, at load."),
        ScriptWord("hook.building", "A service is about to be built; an error prevents it."),
        ScriptWord("hook.created", "An object was built; may return a replacement."),
        ScriptWord("hook.injected", "A slot was filled: value, owner."),
        ScriptWord("hook.resolved", "Each resolve, hits included."),
        ScriptWord("hook.released", "The container releases an instance."),
        ScriptWord("hook.failed", "A build failed: error."),
        ScriptWord("hook.reloading", "Before a reload; `return false, \"why\"` vetoes."),
        ScriptWord("hook.reloaded", "After it."),
        ScriptWord("hook.parameter", "A parameter changed: name, new, old."),
        ScriptWord("hook.preference", "A preference changed: name, new, old."),
    ]
}
