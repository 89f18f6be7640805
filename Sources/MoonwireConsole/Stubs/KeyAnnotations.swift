import Moonwire

extension ScriptKey.ValueKind {
    /// The values as language servers read their type.
    var annotation: String {
        switch self {
        case .typeName: "moonwire.Type|moonwire.Text"
        case .factory: "moonwire.Factory"
        case .arguments: "moonwire.Arguments|moonwire.Auto"
        case .auto: "moonwire.Auto"
        case .ids: "(moonwire.Id|moonwire.Reference)[]"
        case .scope: "moonwire.Scope"
        case .serviceScope: "moonwire.Scope|{ [1]: \"cached\", ttl: number|string, limit?: integer }"
        case .scopes: "moonwire.Scope|\"cached\"|(moonwire.Scope|\"cached\")[]"
        case .properties: "table<string|integer, any>"
        case .calls: "table<integer|string, any>[]"
        case .function: "moonwire.Configure"
        case .boolean: "boolean"
        case .reload: "moonwire.Reload"
        case .tags: "moonwire.Tags"
        case .parent: "string|moonwire.Reference"
        case .action: "string|fun(instance: any, c: moonwire.Context): boolean?, string?"
        case .handover: "string|fun(former: any, new: any, c: moonwire.Context)"
        case .runAction: "string|true"
        case .runPolicy: "\"shutdown\"|\"cancel\"|\"ignore\"|\"restart\""
        case .reason: "boolean|string"
        case .integer: "integer"
        case .id, .slot, .swiftType, .swiftProtocol, .className, .storageKey, .formerKey, .attribute,
            .label:
            "string"
        case .store: "string|string[]"
        case .value, .plainData: "any"
        case .components: "table<string, moonwire.Component>"
        case .componentNames, .targets: "string|string[]"
        case .severity: "\"fault\"|\"warning\"|\"note\""
        case .stage: "\"change\"|\"check\""
        case .prefix: "string"
        case .exports: "string[]"
        case .options: "table<string, any>"
        case .optionKind: "\"string\"|\"boolean\"|\"integer\"|\"number\"|\"list\"|\"map\"|\"service\""
        case .dataKind: "\"string\"|\"boolean\"|\"integer\"|\"number\"|\"list\"|\"map\""
        case .bound: "number"
        case .choices: "any[]"
        case .condition: "fun(slot: moonwire.Slot): any"
        case .check: "fun(value: any): boolean, string?"
        case .replacements: "table<moonwire.Id, moonwire.Inline|fun(c: moonwire.Context): any>"
        case .parameters: "table<moonwire.Parameter, any>"
        case .live: "boolean|(moonwire.Id|moonwire.Reference)[]"
        case .buildCounts: "table<moonwire.Id, integer>"
        case .failures: "table<moonwire.Id, string|moonwire.Failure>"
        case .build: "integer"
        case .message: "string"
        }
    }
}
