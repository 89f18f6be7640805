import Moonwire
import Testing

@Suite struct TextFormTests {
    private let engine = #"service "engine" { type = "Engine", args = { "Jaguar" } }"#

    @Test func atSignsAreReferencesAlsoInsideListsAndMaps() throws {
        let container = try wire(
            """
            \(engine)
            service "made" {
                factory = function(args) return args[1].brand .. args.list[1].brand .. args.map.deep[1].brand end,
                args = { "@engine", list = { "@engine" }, map = { deep = { "@?engine" } } },
            }
            """)
        #expect(try container.resolve("made", as: String.self) == "JaguarJaguarJaguar")
    }

    @Test func optionalReferenceFormIsNilInArgumentsListsAndMaps() throws {
        #expect(try held(#""@?nobody""#) == .null)
        #expect(try held(#"{ "a", "@?nobody" }"#) == .list([.text("a"), .null]))
        #expect(try held(#"{ a = "@?nobody" }"#) == .map(["a": .null]))
    }

    @Test func optionalReferenceFormToAFailingServiceFails() throws {
        let container = try wire(
            """
            service "failing" { factory = "Engine.failing" }
            service "user" { factory = function(args) return args end, args = { "@?failing" } }
            """)
        #expect(
            message { _ = try container.resolve("user", as: PlainValue.self) } == """
                container.lua:1: service "failing" could not be built: out of order
                    needed by user -> failing
                """)
    }

    @Test(arguments: [
        ("@@text", "@text"), ("@@@text", "@@text"), ("@@%word%", "@moon"), ("@", "@"), ("a@b", "a@b"),
        ("no placeholder", "no placeholder"), ("a %word% b", "a moon b"), ("over %number% lines", "over 4 lines"),
        ("%host%:%port%", "localhost:8080"), ("%word%%word%", "moonmoon"), ("%a% %b%", "shared 1 shared 2"),
        ("100%", "100%"), ("% word %", "% word %"), ("5% to 15%", "5% to 15%"), ("%%word%%", "%word%"),
        ("%%%word%%%", "%moon%"), ("%%s?%%s", "%s?%s"), ("%1%", "%1%"), ("%smtp.port%!", "25!"),
        ("%no name%", "%no name%"),
        ("%5.2f%%", "%5.2f%"), ("a%20b%20c", "a%20b%20c"), ("50% of %word%", "50% of moon"), ("", ""), ("%%", "%"),
        ("%", "%"), ("nil", "nil"), ("100%,50%", "100%,50%"), ("x%y@z%w", "x%y@z%w"), ("50%x,y%", "50%x,y%"),
        ("%d,%s", "%d,%s"), ("%d+%d", "%d+%d"), ("%s@%s|%s", "%s@%s|%s"), ("50 % of 100 %", "50 % of 100 %"),
        ("%1host%", "%1host%"), ("%20host%", "%20host%"), ("%x, y%", "%x, y%"), ("%env: 5%", "%env: 5%"),
        ("%,%", "%,%"), ("%@home%", "%@home%"), ("%x,y%z", "%x,y%z"),
    ]) func placeholdersInStringsAreFilledIn(_ written: String, _ read: String) throws {
        let parameters = """
            {
                word = "moon", number = 4, host = "localhost", port = 8080, smtp = { port = 25 },
                shared = "shared", a = "%shared% 1", b = "%shared% 2",
            }
            """
        #expect(try held("\"\(written)\"", parameters: parameters) == .text(read))
        #expect(try held("{ { \"\(written)\" } }", parameters: parameters) == .list([.list([.text(read)])]))
    }

    /// Looking at each pair of braces would take a level of the stack for each.
    @Test(.timeLimit(.minutes(5))) func stringOfManyBracesIsNotAPlaceholder() throws {
        let braces = "(\"%\" .. (\"{\"):rep(200000) .. \"a\" .. (\"}\"):rep(200000) .. \"%\")"
        let written = String(repeating: "{", count: 200_000) + "a" + String(repeating: "}", count: 200_000)
        #expect(try held(braces) == .text("%\(written)%"))
    }

    /// What is nearly a form is a fault wherever it stands, and the ways to write it as it is are not.
    @Test(arguments: [
        "%env(itn:PORT)%", "%env(int: PORT)%", "%env(file:json:J)%", "%env(default:80:itn:PORT)%", "%env()%",
        "%env(a b)%", "%env(A.B)%", "%env(PORT%", "%env(PORT", "%env(", "%smtp-host%", "%foo.%", "%.foo%", "%a..b%",
        "%größe%", "%int:PORT%", "%ENV(PORT)%", "%foo/bar%", "%_-%",
        "%env (PORT)%", "%env[PORT]%", "%env{PORT}%", "% env(PORT)%", "%Env ( PORT )%", "%{port}%", "%{smtp.port}%",
        "%smtp,host%", "%smtp@host%", "%smtp+host%", "%host|upper%", "%a-b|c.d%", "%env:PORT%", "%env:PORT %",
        "% env:PORT%",
    ]) func malformedPlaceholderIsAFault(_ form: String) throws {
        for written in [form, "a \(form)", "@@\(form)"] {
            for literal in ["\"\(written)\"", "{ \"\(written)\" }", "{ a = { b = \"\(written)\" } }"] {
                #expect(message { _ = try held(literal) }.contains("is not valid: "), "\(literal)")
                #expect(message { _ = try wire("parameters { p = \(literal) }") }.contains("is not valid: "))
            }
            #expect(message { _ = try wire("service \"s\" { type = \"\(written)\" }") }.contains("is not valid: "))
            let escaped = written.replacing("%", with: "%%").replacing("@@", with: "@@")
            let plain = written.hasPrefix("@@") ? String(written.dropFirst()) : written
            #expect(try held("\"\(escaped)\"") == .text(plain))
            #expect(try held("raw \"\(written)\"") == .text(written))
        }
    }

    /// Only the name of a parameter makes a percent sign without a second one a mistake, wherever the parameter is defined.
    @Test func theNameOfAParameterAfterAnUnclosedPercentSignIsAFault() throws {
        let brand = "%port and 50% of %user, %nobody, %ports, 5% off, 100%"
        let script = "service \"a\" { type = \"Engine\", args = { brand = \"\(brand)\" } }"
        #expect(try wire(script).resolve("a", as: Engine.self).brand == brand)
        let said = message {
            _ = try wire(script, files: ["later.lua": "parameters { port = 25 }"], over: ["later.lua"]) {
                $0.setParameter("user", to: .text("me"))
            }
        }
        let sentences = ["port", "user"].map { name in
            """
            container.lua:1: service "a": "%\(name)" in "args.brand" is not valid: "\(name)" is a parameter, and the second percent sign is missing
                write `%\(name)%` for the value of the parameter
                write `%%` for a percent sign, or `raw "…"` for a string that is not interpreted
            """
        }
        #expect(said == sentences.joined(separator: "\n"))
    }

    @Test func exactlyOnePlaceholderKeepsTheType() throws {
        let parameters = "{ four = 4, half = 0.5, yes = true, list = { 1, \"%four%\" }, map = { a = 1 }, none = null }"
        #expect(try held("\"%four%\"", parameters: parameters) == .integer(4))
        #expect(try held("\"%half%\"", parameters: parameters) == .number(0.5))
        #expect(try held("\"%yes%\"", parameters: parameters) == .boolean(true))
        #expect(try held("\"%list%\"", parameters: parameters) == .list([.integer(1), .integer(4)]))
        #expect(try held("\"%map%\"", parameters: parameters) == .map(["a": .integer(1)]))
        #expect(try held("\"%none%\"", parameters: parameters) == .null)
    }

    @Test func parameterUsedTwiceIsNotACycle() throws {
        let parameters = #"{ x = "x", twice = { "%x%", "%x%", { a = "%x%" } } }"#
        #expect(
            try held(#"{ "%twice%", "%x%", "%x%" }"#, parameters: parameters)
                == .list([.list([.text("x"), .text("x"), .map(["a": .text("x")])]), .text("x"), .text("x")]))
    }

    @Test func parameterCanReferToAService() throws {
        let container = try wire(
            """
            \(engine)
            parameters { motor = "@engine", motors = { ref "engine" } }
            service "car" { type = "Car", args = { engine = "%motor%" } }
            service "list" { factory = function(args) return args[1][1].brand end, args = { param "motors" } }
            """)
        #expect(try container.resolve("car", as: Car.self).engine === (try container.resolve("engine")))
        #expect(try container.resolve("list", as: String.self) == "Jaguar")
    }

    /// Names are suggested wherever they are defined: later in the script, in a later one, by Swift.
    @Test func parametersThatAreDefinedLaterAreSuggested() {
        let said = message {
            _ = try wire(
                "service \"a\" { type = \"Engine\", args = { brand = \"%smtp-host%\" } }\nparameters { smtp_port = 25 }",
                files: ["later.lua": "parameters { smtp_host = \"mail\" }"], over: ["later.lua"]
            ) { $0.setParameter("smtp_hosts", to: .text("mail")) }
        }
        #expect(
            said == """
                container.lua:1: service "a": "%smtp-host%" in "args.brand" is not valid: "smtp-host" is not a valid parameter name
                    did you mean "smtp_host", "smtp_hosts", or "smtp_port"?
                    write `%%` for a percent sign, or `raw "…"` for a string that is not interpreted
                """)
    }

    @Test func rawStringsAreNotInterpreted() throws {
        #expect(try held(#"raw "@engine""#) == .text("@engine"))
        #expect(try held(#"raw "%word% and %%""#) == .text("%word% and %%"))
        #expect(try held(#"{ raw "" }"#) == .list([.text("")]))
        #expect(try held(#""%template%""#, parameters: #"{ template = raw "%x% @y" }"#) == .text("%x% @y"))
    }

    @Test func stringsFromSwiftAndFromFunctionsAreNotInterpreted() throws {
        let container = try wire(
            """
            service "holder" { type = "Holder", args = { value = param "text" }, scope = "transient" }
            service "function" { factory = function() return Holder { value = "%text% @engine" } end }
            """
        ) { $0.setParameter("text", to: .text("@engine %text%")) }
        #expect(try container.resolve("holder", as: Holder.self).value == .text("@engine %text%"))
        try container.setParameter("text", to: .list([.text("@x"), .text("%y%")]))
        #expect(try container.resolve("holder", as: Holder.self).value == .list([.text("@x"), .text("%y%")]))
        #expect(try container.resolve("function", as: Holder.self).value == .text("%text% @engine"))
    }
}
