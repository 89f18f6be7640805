import Moonwire
import MoonwireConsole

/// A script with something of everything.
enum Mail {
    static let script = """
        parameters { host = "localhost", smtp = { port = 25, url = "smtp://%host%:%smtp.port%" } }

        service "transport" {
            type = "Transport",
            args = { host = "%host%", port = param "smtp.port" },
            scope = "weak",
        }
        service "mailer" { type = "Mailer", args = { ref "transport" } }
        service "made" (function(c) return Mailer { transport = c.get "transport" } end)
        alias "mail" "mailer"
        hook.created("mail*", function() end, { priority = 3 })
        hook.reloaded(function() end)
        preferences "Settings" {
            volume = { default = 5, min = 0, max = 10, key = "vol", from = "loudness" },
            theme  = { default = "dark", one_of = { "dark", "light" } },
        }
        inject { slot = "Desk.mailer", value = ref "mail" }
        inject { type = "Mailer", value = skip, force = true }
        """

    static func folder() throws -> Folder { try Folder(["container.lua": script]) }

    /// With the types, and with services in Swift.
    static func wiring(_ folder: Folder) throws -> Console.Wiring {
        Console.Wiring(
            types: try TypeRegistry([Transport.self, Mailer.self, Desk.self]),
            scripts: [folder.file("container.lua")]
        ) { services in
            services.register("desk", file: "Mail.swift", line: 1) { _ in Desk() }
        }
    }
}

/// An owner of slots.
final class Desk: Exposed {
    @Injected var mailer: Mailer

    static let exposure = Exposure(Desk.self) { Initializer { Desk() } }
}
