import MoonwireConsole
import Testing

/// What `list` and `explain` tell of tags, decorators, parents, and what should not be used.
@Suite struct RelationTests {
    private func run(_ arguments: String...) throws -> String {
        let folder = try Folder([
            "container.lua": """
            service "base" { abstract = true, type = "Mailer", args = { host = "h" }, set = { on = true } }
            service "mailer" {
                parent = "base",
                args = { port = 2 },
                tags = { "mail", { "queue", priority = 10, colour = "red" } },
            }
            service "old" { type = "Old", deprecated = "use mailer", public = false }
            decorate "mailer" { type = "Retrying", args = { inner = inner } }
            decorate "mailer" { id = "logging", type = "Logging", args = { inner = inner }, priority = 3 }
            service "hub" { type = "Hub", args = { mails = tagged "mail" } }
            """
        ])
        let console = Console(wiring: Console.Wiring(scripts: [folder.file("container.lua")]))
        let transcript = Transcript(of: console, arguments).without(folder.path + "/")
        #expect(transcript.complaints.isEmpty)
        return transcript.output
    }

    @Test func listHasRemarksAboutServices() throws {
        let list = try run("list")
        #expect(
            list == """
                base                 Mailer           shared                 abstract                 container.lua:1
                hub                  Hub              shared                                          container.lua:10
                logging              = mailer.inner                                                   container.lua:9
                mailer               Retrying         shared   mail, queue   decorated                container.lua:8
                mailer.inner         Logging          shared                                          container.lua:9
                mailer.inner.inner   Mailer           shared                 not public               container.lua:2
                old                  Old              shared                 deprecated, not public   container.lua:7
                """)
        #expect(try run("list", "--ids", "--tag", "queue") == "mailer")
    }

    @Test func explainShowsTheStackOfADecoratedService() throws {
        let mailer = try run("explain", "mailer")
        #expect(
            mailer == """
                service "mailer"
                  defined    container.lua:8
                  built by   initializer of Retrying
                  type       Retrying
                  scope      shared
                  tags       mail, queue (priority 10, colour = "red")

                  decoration, the outermost first
                    mailer               Retrying   container.lua:8
                    mailer.inner         Logging    container.lua:9
                    mailer.inner.inner   Mailer     container.lua:2

                  values
                    argument "inner"   ref "mailer.inner"   container.lua:8

                  needs
                    mailer.inner   argument "inner"   container.lua:8

                  needed by
                    hub   argument "mails" at 1   container.lua:10
                """)
    }

    @Test func explainShowsTaggedCollections() throws {
        #expect(
            try run("explain", "hub") == """
                service "hub"
                  defined    container.lua:10
                  built by   initializer of Hub
                  type       Hub
                  scope      shared

                  values
                    argument "mails"   tagged "mail"   container.lua:10

                  needs
                    mailer   argument "mails" at 1   container.lua:10
                """)
    }

    @Test func explainShowsTheLinesOfInheritedValues() throws {
        let inner = try run("explain", "mailer.inner.inner")
        #expect(
            inner == """
                service "mailer.inner.inner"
                  defined    container.lua:2
                  built by   initializer of Mailer (container.lua:1)
                  type       Mailer
                  scope      shared
                  inherits   from "base"
                  public     no: only other services can refer to it

                  decoration, the outermost first
                    mailer               Retrying   container.lua:8
                    mailer.inner         Logging    container.lua:9
                    mailer.inner.inner   Mailer     container.lua:2

                  values
                    argument "host"   "h"    container.lua:1
                    argument "port"   2      container.lua:4
                    property "on"     true   container.lua:1

                  needed by
                    mailer.inner   argument "inner"   container.lua:9
                """)
    }

    @Test func explainShowsTheChildrenOfAnAbstractService() throws {
        let base = try run("explain", "base")
        #expect(
            base == """
                service "base"
                  defined     container.lua:1
                  built by    initializer of Mailer
                  type        Mailer
                  scope       shared
                  abstract    other services can only inherit from it
                  inherited   by mailer.inner.inner

                  values
                    argument "host"   "h"    container.lua:1
                    property "on"     true   container.lua:1
                """)
    }

    @Test func explainShowsTheReasonOfADeprecation() throws {
        let old = try run("explain", "old")
        #expect(
            old == """
                service "old"
                  defined      container.lua:7
                  built by     initializer of Old
                  type         Old
                  scope        shared
                  deprecated   use mailer
                  public       no: only other services can refer to it
                """)
    }
}
