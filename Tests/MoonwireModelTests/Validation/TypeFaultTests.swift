import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct TypeFaultTests {
    private func faults(_ definition: Definition) throws -> String {
        try ModelWiring(
            definition, service("v8", "Engine", ["brand": "V8"], line: 90), service("shop", "Workshop", line: 91),
            service("jag", "Car", ["engine": ref("v8")], line: 92)
        ).report()
    }

    @Test func unknownTypesAndMembersAreFaults() throws {
        #expect(
            try faults(service("x", "Engin", line: 1)) == """
                test.lua:1: service "x": type "Engin" is not exposed
                    did you mean "Engine"?
                """)
        #expect(
            try faults(service("x", .staticMethod("Engine.standart"), line: 2)) == """
                test.lua:2: service "x": Engine has no static method "standart"
                    did you mean "standard"?
                """)
        #expect(
            try faults(service("x", .staticMethod("standard"), line: 3)) == """
                test.lua:3: service "x": factory "standard" is not a static method
                    write "Type.method", or { ref "id", "method" } for a method of a service
                """)
        #expect(
            try faults(service("x", .method(of: ref("shop"), name: "cart"), line: 4)) == """
                test.lua:4: service "x": Workshop has no method or property "cart"
                    did you mean "car"?
                """)
        #expect(
            try faults(service("x", .type("Probe"), set: ["secnd": "2", "count": 1], calls: [call("nte")], line: 5))
                == """
                test.lua:5: service "x": Probe has no method "nte"
                    did you mean "note"?
                test.lua:5: service "x": Probe has no property "secnd"
                    did you mean "second"?
                test.lua:5: service "x": property "count" of Probe cannot be set
                    expose it with a key path to a settable property, or with a `set:` closure
                """)
        #expect(
            try faults(service("x", .synthetic(type: "Clock"), line: 6))
                == """
                test.lua:6: service "x": type "Clock" is not exposed
                    the exposed types are Engine, Car, Vehicle, Point, Fleet, Workshop, Remote, Probe, Settings, Dashboard, SportDashboard, Twin and 3 more
                    if it is a type of the application, add `Clock.self` to `types:`
                """)
    }

    @Test func argumentsThatDoNotMatchTheSignatureAreFaults() throws {
        #expect(
            try faults(service("x", "Engine", ["brnad": "B"], line: 1)) == """
                test.lua:1: service "x": Engine has no argument "brnad"
                    did you mean "brand"?
                    it takes (brand, cylinders?)
                test.lua:1: service "x": Engine needs argument "brand" (String)
                    it takes (brand, cylinders?)
                """)
        #expect(
            try faults(service("x", .type("Engine"), [:], ["B", 1, 2], line: 2)) == """
                test.lua:2: service "x": Engine takes 2 arguments, got 3
                    it takes (brand, cylinders?)
                """)
        #expect(
            try faults(service("x", .type("Engine"), ["brand": "B"], ["B"], line: 3))
                == "test.lua:3: service \"x\": argument \"brand\" is given by position and by label")
        #expect(
            try faults(service("x", .method(of: ref("shop"), name: "car"), line: 4)) == """
                test.lua:4: service "x": Workshop.car needs argument "engine" (Engine)
                    it takes (engine, wheels?)
                """)
        #expect(
            try faults(service("x", .type("Vehicle"), [:], [1], scope: .transient, line: 5)) == """
                test.lua:5: service "x": Vehicle takes 0 arguments, got 1
                    it takes no arguments
                """)
        #expect(
            try faults(service("x", .type("Probe"), calls: [call("note", ["one": "1"])], line: 6)) == """
                test.lua:6: service "x": Probe.note needs argument "two" (Int)
                    it takes (one, two, three?)
                """)
    }

    @Test func valuesThatDoNotFitAreFaults() throws {
        func value(_ label: String, _ value: WiredValue) throws -> String {
            try faults(service("x", .type("Settings"), [label: value], line: 1))
                .replacing("test.lua:1: service \"x\": ", with: "")
        }
        #expect(try value("host", 1) == "argument \"host\" expects a string, got the integer 1")
        #expect(try value("host", .value(.null)) == "argument \"host\" expects a string, got nil")
        #expect(try value("port", 65536) == "argument \"port\" expects an integer from 0 to 65535, got 65536")
        #expect(try value("port", -1) == "argument \"port\" expects an integer from 0 to 65535, got -1")
        #expect(
            try value("port", .value(1.5))
                == "argument \"port\" expects an integer from 0 to 65535, got the number 1.5")
        #expect(
            try value("port", .value(65536.0)) == "argument \"port\" expects an integer from 0 to 65535, got 65536")
        #expect(try value("ratio", "1") == "argument \"ratio\" expects a number, got the string \"1\"")
        #expect(try value("isOn", 1) == "argument \"isOn\" expects a Boolean, got the integer 1")
        #expect(try value("tags", ["a", 2]) == "argument \"tags\" at 2 expects a string, got the integer 2")
        #expect(try value("tags", ["a": "b"]) == "argument \"tags\" expects a list, got a map")
        #expect(
            try value("limits", ["a": 1, "b": true])
                == "argument \"limits\" at b expects an integer, got the Boolean true")
        #expect(try value("limits", [1]) == "argument \"limits\" expects a map, got a list")
        #expect(try value("note", 3) == "argument \"note\" expects a string, got the integer 3")
        #expect(
            try value("host", ref("v8"))
                == "argument \"host\" expects a string, got the service \"v8\", which is Engine")
        #expect(
            try value("host", .value(.text(String(repeating: "long", count: 50)))) == "")
    }

    @Test func servicesThatDoNotFitAreFaults() throws {
        #expect(
            try faults(service("x", "Car", ["engine": ref("jag")], line: 1))
                == "test.lua:1: service \"x\": argument \"engine\" expects Engine, got the service \"jag\", which is Car"
        )
        #expect(
            try faults(service("x", "Car", ["engine": .inline(service("", "Workshop"))], line: 2))
                == "test.lua:2: service \"x\": argument \"engine\" expects Engine, got an inline service, which is Workshop"
        )
        #expect(
            try faults(service("x", "Fleet", ["engines": [ref("v8"), ref("jag")]], line: 3))
                == "test.lua:3: service \"x\": argument \"engines\" at 2 expects Engine, got the service \"jag\", which is Car"
        )
        #expect(
            try faults(service("x", .method(of: ref("shop"), name: "car"), ["engine": ref("jag")], line: 4))
                == "test.lua:4: service \"x\": argument \"engine\" expects Engine, got the service \"jag\", which is Car"
        )
        #expect(try faults(service("x", "Car", ["engine": ref("v8"), "trailer": ref("jag")])) == "")
    }

    @Test func inlineServicesAreChecked() throws {
        let inner = service("", "Engine", ["brand": 1, "cylinder": 2], line: 4)
        #expect(
            try faults(service("x", "Car", ["engine": .inline(inner)], line: 3)) == """
                test.lua:4: inline service: Engine has no argument "cylinder"
                    did you mean "cylinders"?
                    in service "x"
                    it takes (brand, cylinders?)
                test.lua:4: inline service: argument "brand" expects a string, got the integer 1
                    in service "x"
                """)
        var wiring = ModelWiring()
        wiring.parameters = [("motor", .inline(inner), 4)]
        #expect(try wiring.check().count == 2)
    }
}
