/// The words of the script language, as language servers read them: names, keys and what they are for.
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
        ---@field get fun(id: moonwire.Id): any The service with that id.
        ---@field param fun(name: moonwire.Parameter): any The value of a parameter.
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
        ---@alias moonwire.Tags string|(moonwire.Text|moonwire.Tag)[]

        ---@class moonwire.Tag A name, and attributes for those who collect by it.
        ---@field [1] moonwire.Text
        ---@field priority? integer|moonwire.Text Services of higher priority come first.
        ---@field [string] any

        ---@class moonwire.Inline
        ---@field type? moonwire.Type|moonwire.Text The type whose initializer builds the service.
        ---@field factory? moonwire.Factory `{ ref "id", "method" }`, `"Type.staticMethod"` or a function.
        ---@field args? moonwire.Arguments
        ---@field uses? (moonwire.Id|moonwire.Reference)[] The services that a function gets from `c`.
        ---@field scope? moonwire.Scope How long an instance exists, and what shares it.
        ---@field set? table<string|integer, any> Properties, set after construction.
        ---@field call? any[][] Methods, called after that: `{ { "method", argument } }`.
        ---@field configure? moonwire.Configure
        ---@field synthetic? boolean The application supplies the instance.

        ---@class moonwire.Service: moonwire.Inline
        ---@field tags? moonwire.Tags The tags by which the service is collected.
        ---@field parent? string|moonwire.Reference The service that it inherits from.
        ---@field abstract? boolean Other services can only inherit from it.
        ---@field ["public"]? boolean Whether the application can resolve it; true by default.
        ---@field deprecated? boolean|string Why it is deprecated.
        ---@field reload? "auto"|"keep"|"rebuild" What a reload does with an instance.
        ---@field stop? string|fun(instance: any, c: moonwire.Context) Runs when the container releases an instance.

        ---@class moonwire.Decorator
        ---@field type? moonwire.Type|moonwire.Text
        ---@field factory? moonwire.Factory
        ---@field args? moonwire.Arguments Includes `inner`, the service that the decorator wraps.
        ---@field uses? (moonwire.Id|moonwire.Reference)[]
        ---@field scope? moonwire.Scope That of the service that it wraps, by default.
        ---@field set? table<string|integer, any>
        ---@field call? any[][]
        ---@field configure? moonwire.Configure
        ---@field tags? moonwire.Tags
        ---@field ["public"]? boolean
        ---@field reload? "auto"|"keep"|"rebuild"
        ---@field stop? string|fun(instance: any, c: moonwire.Context)
        ---@field id? string Its own id.
        ---@field priority? integer Decorators of higher priority are nearer to the original.
        ---@field if_present? boolean Ignores the decorator if the service is not defined.

        ---@class moonwire.Defaults
        ---@field scope? moonwire.Scope
        ---@field ["public"]? boolean
        ---@field reload? "auto"|"keep"|"rebuild"
        ---@field tags? moonwire.Tags

        ---Defines a service, and returns a reference to it.
        ---@param id string
        ---@return fun(definition: moonwire.Service|fun(c: moonwire.Context): any): moonwire.Reference
        function service(id) end

        ---Defines another id of a service.
        ---@param id string
        ---@return fun(target: moonwire.Id|moonwire.Reference): moonwire.Reference
        function alias(id) end

        ---Wraps a service, and replaces it.
        ---@param target moonwire.Id|moonwire.Reference
        ---@return fun(definition: moonwire.Decorator|fun(inner: any, c: moonwire.Context): any)
        function decorate(target) end

        ---The service that a decorator wraps.
        ---@type moonwire.Reference
        inner = nil

        ---Sets the defaults of the services of this file.
        ---@param defaults moonwire.Defaults
        function defaults(defaults) end


        """

    private static let references = """
        ---The services, by their ids.
        ---@class moonwire.Services
        {{services}}

        ---@class moonwire.Ref: moonwire.Services
        ---@overload fun(id: moonwire.Id): moonwire.Reference

        ---@class moonwire.Optional: moonwire.Services
        ---@field [string] moonwire.Reference
        ---@overload fun(id: string): moonwire.Reference

        ---A service that must be defined: `ref.id`, or `ref "id"`.
        ---@type moonwire.Ref
        ref = nil

        ---A service, or nil if it is not defined: `optional.id`, or `optional "id"`.
        ---@type moonwire.Optional
        optional = nil

        ---A handle that builds the service when it is first used: `lazy.id`, or `lazy "id"`.
        ---@type moonwire.Ref
        lazy = nil

        ---A handle that resolves the service each time it is used: `provider.id`, or `provider "id"`.
        ---@type moonwire.Ref
        provider = nil

        ---All services with a tag, those of higher priority first.
        ---@param tag string
        ---@param options? { by?: string, lazy?: boolean } `by`: an attribute that makes a map of them.
        ---@return moonwire.Reference
        function tagged(tag, options) end

        ---A service without an id, for this argument only.
        ---@param definition moonwire.Inline
        ---@return moonwire.Reference
        function inline(definition) end

        ---An explicit nil, for elements of lists and for arguments.
        ---@type moonwire.Reference
        null = nil

        ---Constructors of exposed types by their names, in functions: `types["Repository<Item>"] { … }`.
        ---@type table<string, fun(arguments?: table): any>
        types = nil

        ---A string in which `%name%` and `@id` have no special meaning.
        ---@param text string
        ---@return moonwire.Reference
        function raw(text) end


        """

    private static let data = """
        ---Defines parameters; a table with names is a map, available as a whole and by dotted names.
        ---@param values table<string, any>
        function parameters(values) end

        ---A parameter, read when a service is built.
        ---@param name moonwire.Parameter
        ---@return moonwire.Reference
        function param(name) end

        ---The value of a parameter now, while the script runs.
        ---@param parameter moonwire.Reference
        ---@return any
        function now(parameter) end

        ---Variables of the environment, read now; `secret` when a service is built.
        ---@class moonwire.Env
        ---@field string fun(name: string, default?: string): string
        ---@field int fun(name: string, default?: integer): integer
        ---@field number fun(name: string, default?: number): number
        ---@field bool fun(name: string, default?: boolean): boolean
        ---@field list fun(name: string, default?: string[]): string[]
        ---@field json fun(name: string, default?: any): any
        ---@field file fun(name: string, default?: string): string
        ---@field enum fun(name: string, choices: string[], default?: string): string
        ---@field secret fun(name: string): moonwire.Reference
        env = {}

        ---@class moonwire.Preference
        ---@field default any
        ---@field min? number
        ---@field max? number
        ---@field one_of? any[]
        ---@field check? fun(value: any): boolean, string?
        ---@field key? string The key under which it is stored.
        ---@field store? string
        ---@field from? string The key under which older versions stored it.

        ---Declares typed settings.
        ---@param group string
        ---@return fun(preferences: table<string, moonwire.Preference>)
        function preferences(group) end

        ---@class moonwire.InjectionRule
        ---@field slot? string `Owner.slot`
        ---@field type? string
        ---@field protocol? string
        ---@field owner? string
        ---@field value any The value to inject; `skip` leaves the slots unchanged.
        ---@field force? boolean

        ---Injects a value into slots.
        ---@param rule moonwire.InjectionRule
        function inject(rule) end

        ---As the value of `inject`: leaves the slots unchanged.
        ---@type moonwire.Reference
        skip = nil


        """

    private static let files = """
        ---Runs another script in place, relative to this one.
        ---@param file string
        function include(file) end

        ---Runs another file once: `require "mail.transport"` is `mail/transport.lua`.
        ---@param module string
        ---@return any
        function require(module) end

        ---Declares the environments that `when` can name.
        ---@param names moonwire.Environment[]
        function environments(names) end

        ---Runs the function in that environment only.
        ---@param environment moonwire.Environment
        ---@param body fun()
        function when(environment, body) end


        """

    private static let hooks = """
        ---@alias moonwire.HookOptions { priority?: integer, once?: boolean }
        ---@alias moonwire.Hook fun(target: moonwire.Id|moonwire.Reference|string, run: function, options?: moonwire.HookOptions)
        ---@alias moonwire.ContainerHook fun(run: function, options?: moonwire.HookOptions)

        ---Functions that run at events; a target is an id, `tag:x`, `type:X` or a pattern.
        ---@class moonwire.Hooks
        ---@field registered moonwire.Hook Each definition, at load.
        ---@field created moonwire.Hook An object was built; may return a replacement.
        ---@field injected moonwire.Hook A slot was filled: value, owner.
        ---@field resolved moonwire.Hook Each resolve, hits included.
        ---@field released moonwire.Hook The container releases an instance.
        ---@field failed moonwire.Hook A build failed: error.
        ---@field reloading moonwire.ContainerHook Before a reload; `return false, "why"` vetoes.
        ---@field reloaded moonwire.ContainerHook After it.
        ---@field parameter moonwire.Hook A parameter changed: name, new, old.
        ---@field preference moonwire.Hook A preference changed: name, new, old.
        hook = {}
        """
}
