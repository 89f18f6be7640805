import Moonwire
import Testing

/// Defaults of variables that are read when a service is built: `%env(default:80:int:PORT)%`.
@Suite struct EnvDefaultTests {
    private func value<Value: Convertible & Sendable>(
        _ form: String, _ variables: [String: String] = [:], as type: Value.Type = Value.self
    ) throws -> Value {
        try wire("parameters { value = \"\(form)\" }", variables: variables).parameter("value", as: Value.self)
    }

    @Test func aMissingVariableHasItsDefault() throws {
        #expect(try value("%env(default:80:int:PORT)%") == 80)
        #expect(try value("%env(default:80:int:PORT)%", ["PORT": "443"]) == 443)
        #expect(try value("%env(default:info:LEVEL)%") == "info")
        #expect(try value("level=%env(default:info:LEVEL)%!") == "level=info!")
        #expect(try value("%env(default:a, b:list:NAMES)%") == ["a", "b"])
        #expect(try value("%env(default:yes:bool:FLAG)%") == true)
        #expect(try value("%env(default::LEVEL)%") == "")
    }

    @Test func anEmptyVariableIsNotMissing() throws {
        #expect(try value("%env(default:info:LEVEL)%", ["LEVEL": ""]) == "")
    }

    @Test func aDefaultWithColonsNeedsAType() throws {
        #expect(try value("%env(default:http://localhost:8080:string:URL)%") == "http://localhost:8080")
        #expect(try value("%env(default:12:30:string:TIME)%") == "12:30")
    }

    @Test func argumentsHaveTheTypeOfTheDefault() throws {
        let container = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\", cylinders = \"%env(default:6:int:COUNT)%\" } }"
        )
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 6)
        #expect(
            message {
                _ = try wire(
                    "service \"engine\" { type = \"Engine\", args = { brand = \"%env(default:6:int:COUNT)%\" } }")
            }.contains("argument \"brand\""))
    }

    @Test func aChangedDefaultRebuilds() throws {
        func text(_ value: Int) -> String {
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\", cylinders = \"%env(default:\(value):int:MOONWIRE_NO_SUCH_VARIABLE)%\" } }"
        }
        let living = try Living(text(3), types: [Engine.self])
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 3)
        try living.reload(text(5))
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 5)
    }

    @Test(arguments: [
        (
            "%env(default:PORT)%",
            "the default is missing\n    write `%env(default:80:int:NAME)%` or `%env(default:text:NAME)%`"
        ),
        ("%env(default:x:int:PORT)%", "the default must be an integer, and is \"x\""),
        ("%env(default:80:itn:PORT)%", "there is no type \"itn\"\n    did you mean \"int\"?"),
        ("%env(default:key.pem:file:KEY)%", "a variable that names a file has no default"),
    ])
    func aDefaultThatCannotBeReadIsAFault(form: String, reason: String) {
        #expect(
            message { _ = try value(form, as: String.self) }
                == "container.lua:1: parameters: \"\(form)\" in \"value\" is not valid: \(reason)")
    }
}
