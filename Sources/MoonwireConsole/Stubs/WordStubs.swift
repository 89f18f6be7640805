import Moonwire

/// The words of the script language, as language servers read them; keys and descriptions come from the language itself.
enum WordStubs {
    /// `{{types}}`, `{{ids}}` and the like are replaced by what the application and its scripts define.
    static let text = values + definitions + references + data + files + hooks

    private static let values = """
        ---@class moonwire.Reference A service, parameter or variable, filled in when a service is built.

        ---@alias moonwire.Type {{types}}
        ---@alias moonwire.Id{{ids}}
        ---@alias moonwire.Scope {{scopes}}
        ---@alias moonwire.Parameter {{parameters}}
        ---@alias moonwire.Environment "dev"|"test"|"prod"|string
        ---@alias moonwire.Text string|moonwire.Reference

        ---Gives functions of scripts access to services; also as `c:get "id"`.
        ---@class moonwire.Context
        ---@field argument fun(name: string, default?: any): any An argument with which the service is resolved.
        ---@field built fun(id: moonwire.Id): any The service if it has an instance, or nil.
        ---@field get fun(id: moonwire.Id, arguments?: table<string, any>): any The service with that id.
        ---@field param fun(name: moonwire.Parameter): any The value of a parameter.
        ---@field preference fun(name: string): any The value of a preference.
        ---@field tagged fun(tag: string): any[] All services with a tag, those of higher priority first.

        ---The last argument of hooks.
        ---@class moonwire.Info: moonwire.Context
        ---@field event string
        ---@field id? string
        ---@field type? string
        ---@field tags string[]
        ---@field path string[] The ids that led here, outermost first.

        ---@class moonwire.Arguments By label, by position, or both.
        {{labels}}


        """

    private static let definitions = """
        ---@alias moonwire.Factory {{statics}}string|{ [1]: moonwire.Text, [2]: string }|fun(args: table, c: moonwire.Context): any
        ---@alias moonwire.Configure fun(instance: any, c: moonwire.Context)
        ---@alias moonwire.Reload "auto"|"keep"|"rebuild"|"drain"|"reapply"|"pinned"|{ [1]: "drain", limit?: number }
        ---@alias moonwire.Tags string|(moonwire.Text|moonwire.Tag)[]

        ---@class moonwire.Tag A name, and attributes for those who collect by it.
        ---@field [1] moonwire.Text
        ---@field priority? integer|moonwire.Text Services of higher priority come first.
        ---@field [string] any

        ---@class moonwire.Inline
        \(fields(of: .inline))

        ---@class moonwire.Service
        \(fields(of: .service))

        ---@class moonwire.Decorator
        \(fields(of: .decorator))

        ---@class moonwire.Defaults
        \(fields(of: .defaults))

        ---@class moonwire.OpenScope
        \(fields(of: .scope))

        ---\(description(of: "service"))
        ---@param id string
        ---@return fun(definition: moonwire.Service|fun(c: moonwire.Context): any): moonwire.Reference
        function service(id) end

        ---\(description(of: "default_service"))
        ---@param id string
        ---@return fun(definition: moonwire.Service|fun(c: moonwire.Context): any): moonwire.Reference
        function default_service(id) end

        ---@class moonwire.Extension
        \(fields(of: .extension))

        ---\(description(of: "extend"))
        ---@param id moonwire.Id|moonwire.Reference|moonwire.Definition
        ---@return fun(change: moonwire.Extension): moonwire.Reference
        function extend(id) end

        ---\(description(of: "defined"))
        ---@param id string|moonwire.Reference
        ---@return boolean
        function defined(id) end

        ---\(description(of: "alias"))
        ---@param id string
        ---@return fun(target: moonwire.Id|moonwire.Reference, options?: \(options(of: .alias))): moonwire.Reference
        function alias(id) end

        ---\(description(of: "decorate"))
        ---@param target moonwire.Id|moonwire.Reference
        ---@return fun(definition: moonwire.Decorator|fun(inner: any, c: moonwire.Context): any)
        function decorate(target) end

        ---\(description(of: "inner"))
        ---@type moonwire.Reference
        inner = nil

        ---\(description(of: "defaults"))
        ---@param defaults moonwire.Defaults
        function defaults(defaults) end

        ---@class moonwire.Binding
        \(fields(of: .binding))

        ---\(description(of: "bind"))
        ---@param binding moonwire.Binding
        function bind(binding) end

        ---\(description(of: "scopes"))
        ---@param names table<integer, string>|table<string, moonwire.OpenScope>
        function scopes(names) end


        """

    private static let references = """
        ---The services, by their ids.
        ---@class moonwire.Services
        {{services}}

        ---@class moonwire.Ref: moonwire.Services
        ---@overload fun(id: moonwire.Id, arguments?: table<string, any>): moonwire.Reference

        ---@class moonwire.Handle: moonwire.Services
        ---@overload fun(id: moonwire.Id): moonwire.Reference

        ---@class moonwire.Optional: moonwire.Services
        ---@field [string] moonwire.Reference
        ---@overload fun(id: string, options?: { drop?: boolean, [string]: any }): moonwire.Reference

        ---\(description(of: "ref"))
        ---@type moonwire.Ref
        ref = nil

        ---\(description(of: "optional"))
        ---@type moonwire.Optional
        optional = nil

        ---\(description(of: "later"))
        ---@type moonwire.Handle
        later = nil

        ---\(description(of: "lazy"))
        ---@type moonwire.Handle
        lazy = nil

        ---\(description(of: "provider"))
        ---@type moonwire.Handle
        provider = nil

        ---\(description(of: "tagged"))
        ---@param tag string
        ---@param options? \(options(of: .tagged))
        ---@return moonwire.Reference
        function tagged(tag, options) end

        ---\(description(of: "typed"))
        ---@param type moonwire.Type|string
        ---@param options? \(options(of: .typed))
        ---@return moonwire.Reference
        function typed(type, options) end

        ---@class moonwire.Auto

        ---\(description(of: "auto"))
        ---@type moonwire.Auto
        auto = nil

        ---@class moonwire.Inherited

        ---\(description(of: "inherited"))
        ---@type moonwire.Inherited
        inherited = nil

        ---\(description(of: "inline"))
        ---@param definition moonwire.Inline
        ---@return moonwire.Reference
        function inline(definition) end

        ---\(description(of: "argument"))
        ---@param name string
        ---@param default? any
        ---@return moonwire.Reference
        function argument(name, default) end

        ---\(description(of: "null"))
        ---@type moonwire.Reference
        null = nil

        ---Constructors of exposed types by their names, in functions: `types["Repository<Item>"] { … }`.
        ---@type table<string, fun(arguments?: table): any>
        types = nil

        ---\(description(of: "raw"))
        ---@param text string
        ---@return moonwire.Reference
        function raw(text) end


        """

    private static let data = """
        ---\(description(of: "parameters"))
        ---@param values table<string, any>
        function parameters(values) end

        ---\(description(of: "param"))
        ---@param name moonwire.Parameter
        ---@return moonwire.Reference
        function param(name) end

        ---\(description(of: "now"))
        ---@param parameter moonwire.Reference
        ---@return any
        function now(parameter) end

        ---Variables of the environment, read now; `secret` when a service is built.
        ---@class moonwire.Env
        ---@field string fun(name: string, default?: string): string \(description(of: "env.string"))
        ---@field int fun(name: string, default?: integer): integer \(description(of: "env.int"))
        ---@field number fun(name: string, default?: number): number \(description(of: "env.number"))
        ---@field bool fun(name: string, default?: boolean): boolean \(description(of: "env.bool"))
        ---@field list fun(name: string, default?: string[]): string[] \(description(of: "env.list"))
        ---@field json fun(name: string, default?: any): any \(description(of: "env.json"))
        ---@field file fun(name: string, default?: string): string \(description(of: "env.file"))
        ---@field trim fun(name: string, default?: string): string \(description(of: "env.trim"))
        ---@field base64 fun(name: string, default?: string): string \(description(of: "env.base64"))
        ---@field enum fun(name: string, choices: string[], default?: string): string \(description(of: "env.enum"))
        ---@field secret fun(name: string): moonwire.Reference \(description(of: "env.secret"))
        ---@field [string] fun(name: string, default?: any): any The type of a processor.
        env = {}

        ---\(description(of: "processor"))
        ---@param name string
        ---@return fun(read: fun(text: string): any)
        function processor(name) end

        ---\(description(of: "parallel"))
        ---@generic F: function
        ---@param body F
        ---@return F
        function parallel(body) end

        ---@class moonwire.Preference
        \(fields(of: .preference))

        ---\(description(of: "preferences"))
        ---@param group string
        ---@return fun(preferences: table<string, moonwire.Preference>)
        function preferences(group) end

        ---\(description(of: "preference"))
        ---@param name string
        ---@return moonwire.Reference
        function preference(name) end

        ---@class moonwire.Slot
        ---@field owner string
        ---@field name string
        ---@field type string
        ---@field wrapper string
        ---@field optional boolean

        ---@class moonwire.InjectionRule
        \(fields(of: .rule))

        ---\(description(of: "inject"))
        ---@param rule moonwire.InjectionRule
        function inject(rule) end

        ---\(description(of: "skip"))
        ---@type moonwire.Reference
        skip = nil


        """

    private static let files = """
        ---\(description(of: "include"))
        ---@param file string
        ---@param options? \(options(of: .include))
        ---@return any
        function include(file, options) end

        ---\(description(of: "options"))
        ---@param options table<string, \(options(of: .option))>
        ---@return table<string, any>
        function options(options) end

        ---\(description(of: "require"))
        ---@param module string
        ---@return any
        function require(module) end

        ---\(description(of: "environments"))
        ---@param names moonwire.Environment[]
        function environments(names) end

        ---\(description(of: "when"))
        ---@param environment moonwire.Environment
        ---@param body fun()
        function when(environment, body) end


        """

    private static let hooks = """
        ---@alias moonwire.HookOptions \(options(of: .hook))
        ---@alias moonwire.Hook fun(target: moonwire.Id|moonwire.Reference|string, run: function, options?: moonwire.HookOptions)
        ---@alias moonwire.ContainerHook fun(run: function, options?: moonwire.HookOptions)

        ---Functions that run at events; a target is an id, `tag:x`, `type:X` or a pattern.
        ---@class moonwire.Hooks
        ---@field registered moonwire.Hook \(description(of: "hook.registered"))
        ---@field building moonwire.Hook \(description(of: "hook.building"))
        ---@field created moonwire.Hook \(description(of: "hook.created"))
        ---@field injected moonwire.Hook \(description(of: "hook.injected"))
        ---@field resolved moonwire.Hook \(description(of: "hook.resolved"))
        ---@field released moonwire.Hook \(description(of: "hook.released"))
        ---@field failed moonwire.Hook \(description(of: "hook.failed"))
        ---@field reloading moonwire.ContainerHook \(description(of: "hook.reloading"))
        ---@field reloaded moonwire.ContainerHook \(description(of: "hook.reloaded"))
        ---@field parameter moonwire.Hook \(description(of: "hook.parameter"))
        ---@field preference moonwire.Hook \(description(of: "hook.preference"))
        hook = {}

        ---@class moonwire.Definition What passes and `registered` hooks receive.
        ---@field id string
        ---@field type? string
        ---@field types? string[] Its type, the base classes, and the types that it provides, if they are known.
        ---@field scope string
        ---@field tags string[]
        ---@field attributes table<string, table<string, any>> The attributes of each tag.
        ---@field \(fieldName("public")) boolean
        ---@field args table<string|integer, any> A reference is `{ ref = "id" }`, and what is not data is `{ written = "…" }`.
        ---@field needs string[] The ids of the services that it refers to.
        ---@field file? string
        ---@field line? integer

        ---@alias moonwire.Remark fun(message: string, definition?: moonwire.Definition|moonwire.Id, key?: string)

        ---@class moonwire.Report
        ---@field fault moonwire.Remark Reports a mistake, which prevents the load.
        ---@field warning moonwire.Remark Reports what is probably a mistake.
        ---@field note moonwire.Remark Reports what is worth knowing.

        ---@alias moonwire.PassFunction fun(definitions: table<integer|string, moonwire.Definition>, report: moonwire.Report)

        ---@class moonwire.Component
        \(fields(of: .component))

        ---@class moonwire.Boundaries
        \(fields(of: .boundaries))

        ---@class moonwire.StandardPass
        \(fields(of: .standardPass))

        ---\(description(of: "pass"))
        ---@class moonwire.Passes
        ---@field boundaries fun(options: moonwire.Boundaries) \(description(of: "pass.boundaries"))
        ---@field captive_dependencies fun(options: moonwire.StandardPass) \(description(of: "pass.captive_dependencies"))
        ---@field unused fun(options: moonwire.StandardPass) \(description(of: "pass.unused"))
        ---@overload fun(name: string, run: moonwire.PassFunction, options?: \(options(of: .pass)))
        pass = {}

        ---@class moonwire.Failure
        \(fields(of: .failure))

        ---@class moonwire.Scenario
        \(fields(of: .scenario))

        ---\(description(of: "scenario"))
        ---@param name string
        ---@return fun(scenario: moonwire.Scenario)
        function scenario(name) end
        """

    /// What a word is for.
    private static func description(of word: String) -> String { ScriptWord.documentation(of: word) }

    /// The keys of a table, a line for each.
    private static func fields(of context: ScriptKey.Context) -> String {
        ScriptKey.keys(of: context).map { key in
            let mark = key.kind.annotation == "any" ? "" : "?"
            return "---@field \(fieldName(key.name))\(mark) \(key.kind.annotation) \(key.documentation)"
        }.joined(separator: "\n")
    }

    /// The keys of a table of options, as one type.
    private static func options(of context: ScriptKey.Context) -> String {
        let keys = ScriptKey.keys(of: context).map { "\($0.name)?: \($0.kind.annotation)" }
        return "{ \(keys.joined(separator: ", ")) }"
    }
}
