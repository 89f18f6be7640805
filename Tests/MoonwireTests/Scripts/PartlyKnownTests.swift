import Moonwire
import Testing

/// Fields that only the type knows, some of them wanted in a form of their own.
private struct Database: Codable, Convertible, Sendable, Equatable {
    enum Mode: String, Codable, Sendable { case read, write }

    let host: String
    let port: Int
    let password: String
    var mode: Mode?
    var since: [Int]?
}

/// Refuses a password by itself.
private struct Strict: Codable, Convertible, Sendable {
    let host: String
    let password: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        password = try container.decode(String.self, forKey: .password)
        guard password.hasPrefix("pass-") else { throw Refusal() }
        host = try container.decode(String.self, forKey: .host)
    }

    private struct Refusal: Error {}
}

/// Has a field only if another one says so.
private struct Server: Codable, Convertible, Sendable {
    let host: String
    let isSecure: Bool
    let certificate: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        host = try container.decode(String.self, forKey: .host)
        isSecure = try container.decode(Bool.self, forKey: .isSecure)
        certificate = isSecure ? try container.decode(String.self, forKey: .certificate) : nil
    }
}

/// Is read by what one of its fields says.
private enum Shape: Codable, Convertible, Sendable {
    case circle(radius: Double)
    case square(width: Double)

    private enum Keys: String, CodingKey { case kind }
    private enum CircleKeys: String, CodingKey { case kind, radius }
    private enum SquareKeys: String, CodingKey { case kind, width }

    init(from decoder: any Decoder) throws {
        let kinds = try decoder.container(keyedBy: Keys.self)
        switch try kinds.decode(String.self, forKey: .kind) {
        case "circle":
            self = .circle(radius: try decoder.container(keyedBy: CircleKeys.self).decode(Double.self, forKey: .radius))
        case "square":
            self = .square(width: try decoder.container(keyedBy: SquareKeys.self).decode(Double.self, forKey: .width))
        default:
            throw DecodingError.dataCorruptedError(forKey: .kind, in: kinds, debugDescription: "is no shape")
        }
    }

    func encode(to encoder: any Encoder) throws {}
}

/// A value with a part that comes from the environment is checked at load, except for that part.
@Suite struct PartlyKnownTests {
    private static let secret = "hunter2-hunter2"

    private static func load(_ value: String, _ type: any Exposed.Type, _ variables: [String: String]) -> String {
        message {
            _ = try wire(
                #"parameters { five = 5, whole = { hsot = "x", port = 1, password = env.secret "PW" } }"# + "\n"
                    + "service \"user\" { type = \"\(type.exposure.description.name)\", args = { x = \(value) } }",
                variables: variables, types: [type])
        }
    }

    private static let wrong = [
        (#"{ hsot = "x", port = 1, password = PW }"#, "at hsot is not a field\n    did you mean \"host\"?"),
        (#"{ port = 1, password = PW }"#, "at host is missing"),
        (#"{ host = 1, port = 1, password = PW }"#, "at host expects a string, got the integer 1"),
        (#"{ host = "x", port = "%five%5", password = PW }"#, "at port expects an integer, got the string \"55\""),
        (
            #"{ host = "x", port = "y", password = "%five%", mode = PW }"#,
            "at port expects an integer, got the string \"y\""
        ),
        (
            #"{ host = "x", port = 1, password = PW, since = { 1, "b" } }"#,
            "at since.2 expects an integer, got the string \"b\""
        ),
    ]

    private static let forms = [
        #"env.secret "PW""#, #""%env(PW)%""#, #""a %env(PW)% b""#,
    ]

    @Test(arguments: wrong.indices, forms)
    func knownPartsOfASecretValueAreChecked(index: Int, form: String) {
        let (value, said) = Self.wrong[index]
        for variables in [[:], ["PW": Self.secret], ["PW": "read"]] {
            let message = Self.load(value.replacing("PW", with: form), PlainSink<Database>.self, variables)
            #expect(message.hasPrefix(#"container.lua:2: service "user": argument "x" \#(said)"#), "\(value) \(form)")
            #expect(!message.contains(Self.secret))
        }
    }

    @Test func knownPartsOfASecretParameterAreChecked() {
        for variables in [[:], ["PW": Self.secret]] {
            for form in [#"param "whole""#, #""%whole%""#] {
                #expect(
                    Self.load(form, PlainSink<Database>.self, variables) == """
                        container.lua:2: service "user": argument "x" at hsot is not a field
                            did you mean "host"?
                        """)
            }
        }
    }

    @Test(arguments: forms) func partsFromTheEnvironmentAreNotChecked(form: String) {
        for variables in [[:], ["PW": Self.secret], ["PW": "read"]] {
            let fitting = [
                #"{ host = "x", port = 1, password = PW }"#, #"{ host = "x", port = "%five%", password = PW }"#,
                #"{ host = "x", port = 1, password = "x", mode = PW }"#, #"{ host = PW, port = 1, password = PW }"#,
                #"{ host = "x", port = "%env(int:PORT)%", password = PW }"#,
                #"{ host = "x", port = 1, password = PW, since = { 1, "%env(int:PORT)%" } }"#,
            ]
            // A mode is either unknown or "read".
            let isMode = !form.contains(" b") && variables["PW"] != Self.secret
            for value in fitting where isMode || !value.contains("mode") {
                #expect(
                    Self.load(value.replacing("PW", with: form), PlainSink<Database>.self, variables) == "",
                    "\(value) \(form)")
            }
        }
    }

    /// An initializer that looks at the unknown part decides by itself, when a service is built.
    @Test func valueThatAnInitializerRefusesIsNotReportedAtLoad() {
        #expect(Self.load(#"{ host = "x", password = env.secret "PW" }"#, PlainSink<Strict>.self, [:]) == "")
    }

    /// What else there must be depends on the unknown part.
    @Test func fieldsThatAnUnknownPartDecidesAreNotReportedAtLoad() {
        for (value, isKnownToBeWrong) in [
            (#"{ host = "x", isSecure = "%env(bool:TLS)%" }"#, false),
            (#"{ host = "x", isSecure = "%env(bool:TLS)%", certificate = "c" }"#, false),
            (#"{ hsot = "x", isSecure = "%env(bool:TLS)%" }"#, true),
        ] {
            #expect(Self.load(value, PlainSink<Server>.self, [:]).isEmpty != isKnownToBeWrong, "\(value)")
        }
        for value in [
            #"{ kind = env.secret "KIND", radius = 1 }"#, #"{ kind = "%env(KIND)%", width = 1 }"#,
        ] {
            #expect(Self.load(value, PlainSink<Shape>.self, [:]) == "", "\(value)")
        }
    }

    @Test func faultOfAPartlyKnownMapNamesTheWrittenKey() {
        let said = Self.load(
            #"{ ["%five%-a"] = { hsot = "x", port = 1, password = env.secret "PW" } }"#,
            PlainSink<[String: Database]>.self, [:])
        #expect(said.contains(#"argument "x" at %five%-a.hsot is not a field"#), "\(said)")
    }

    @Test func knownPartsOfListElementsAreChecked() {
        let said = Self.load(
            #"{ { host = "x", port = 1, password = env.secret "PW" }, { host = "x", password = env.secret "PW" } }"#,
            PlainSink<[Database]>.self, [:])
        #expect(said == #"container.lua:2: service "user": argument "x" at 2.port is missing"#)
    }
}

/// A function of a script is nothing that Swift code can call by itself.
@Suite struct FunctionArgumentTests {
    private static func load(_ type: any Exposed.Type) -> String {
        message {
            _ = try wire(
                "service \"user\" { type = \"\(type.exposure.description.name)\", args = { x = function(s) end } }",
                types: [type])
        }
    }

    @Test func functionIsRefusedByTypesThatCannotConvertIt() {
        #expect(
            Self.load(Sink<@Sendable (String) -> Void>.self)
                == #"container.lua:1: service "user": argument "x" expects @Sendable (String) -> (), got a function"#)
        #expect(
            Self.load(Sink<@Sendable () -> Void>.self)
                == #"container.lua:1: service "user": argument "x" expects @Sendable () -> (), got a function"#)
        #expect(
            Self.load(Sink<Envelope>.self)
                == #"container.lua:1: service "user": argument "x" expects Envelope, got a function"#)
    }
}
