import Moonwire
import MoonwireCore
import MoonwireObjects
import Testing

private let phone = """
    parameters { product = "Moonwire" }
    service "count" { factory = function() return 3 end }
    implementation "Screen.phone" {
        title = "%product% for phones",
        button = function(screen, c)
            local button = Button { text = screen.title .. " " .. c.get "count" }
            button.delegate = screen
            return button
        end,
        open = function(screen, row) return screen.title .. " " .. row end,
    }

    """

private let both =
    phone + """
        implementation "Screen.desk" {
            title = "Desks",
            button = inline { type = "Button", args = { text = "OK" } },
            open = function(screen, row) return "desk " .. row end,
            rows = { 1, 2 },
            note = function(screen) screen.title = "noted" end,
        }
        """

/// `implementation`, `@Resource`, and `Action`.
@Suite struct ImplementationTests {
    private func screen(_ name: String, in container: Container) throws -> Screen {
        let screen = Screen(implementation: name)
        try container.inject(into: screen)
        return screen
    }

    @Test func resourcesAreMadeAtTheirFirstReadAndKept() throws {
        let container = try screens(both)
        let screen = try screen("phone", in: container)
        #expect(!screen.$button.isFilled)
        let button = screen.button
        #expect(button.text == "Moonwire for phones 3")
        #expect(button.delegate === screen)
        #expect(screen.button === button)
        #expect(screen.$title.isFilled)
        #expect(screen.rows == nil)
        #expect(try self.screen("phone", in: container).button !== button)
    }

    @Test func theNameOfTheImplementationDecides() throws {
        let container = try screens(
            both + "\nservice \"desk\" { type = \"Screen\", args = { implementation = \"desk\" } }")
        let desk = try container.resolve("desk", as: Screen.self)
        #expect((desk.title, desk.button.text) == ("Desks", "OK"))
        #expect(desk.rows == [1, 2])
        let phone = try screen("phone", in: container)
        #expect(phone.title == "Moonwire for phones")
        phone.implementation = "desk"
        #expect(phone.button.text == "OK")
        #expect(phone.title == "Moonwire for phones")
        #expect(withContainer(container) { Screen(implementation: "desk").title } == "Desks")
    }

    @Test func actionsAreCalledWithTheOwner() throws {
        let container = try screens(both)
        let (phone, desk) = (try screen("phone", in: container), try screen("desk", in: container))
        #expect(try phone.open(4) == "Moonwire for phones 4")
        #expect(try desk.open(5) == "desk 5")
        try desk.note?()
        #expect(desk.title == "noted")
        #expect(phone.note == nil)
    }

    @Test func anAssignmentAndARuleReplaceResources() throws {
        let container = try screens(both + "\ninject { slot = \"Screen.title\", value = \"ruled\" }")
        let screen = try screen("phone", in: container)
        #expect(screen.title == "ruled")
        screen.title = "mine"
        #expect(screen.title == "mine")
        #expect(screen.button.text == "mine 3")
        screen.$title.reset()
        #expect(screen.title == "ruled")
        let slots = try container.slots(of: screen)
        let words = try ["title", "button", "note"].map { "\(try slots[$0])" }
        #expect(
            words == [
                "title: String, @Resource, filled, inject Screen.title at container.lua:19",
                "button: Button, @Resource, filled, implementation \"Screen.phone\": \"button\" at container.lua:5",
                "note: Action<()>?, @Resource, empty",
            ])
    }

    @Test func aRuleMayGiveWhatAnImplementationLacks() throws {
        let container = try screens(
            """
            implementation "Screen.bare" {
                button = inline { type = "Button", args = { text = "OK" } },
                open = function(screen, row) return "" end,
            }
            inject { slot = "Screen.title", value = "ruled" }
            """)
        #expect(try screen("bare", in: container).title == "ruled")
    }

    @Test func implementationsOfAClassAreThoseOfItsSubclasses() throws {
        let container = try screens(
            both + """

                implementation "Tablet.phone" { columns = 2, title = "Tablets" }
                """, types: [Screen.self, Tablet.self, Button.self])
        let tablet = Tablet(implementation: "phone")
        try container.inject(into: tablet)
        #expect((tablet.title, tablet.columns, tablet.button.text) == ("Tablets", 2, "Tablets 3"))
    }

    @Test func laterResourcesOfAnImplementationReplaceEarlierOnes() throws {
        let container = try screens(
            both + """

                when("test", function() implementation "Screen.desk" { title = "Test desks" } end)
                """)
        let desk = try screen("desk", in: container)
        #expect((desk.title, desk.button.text) == ("Test desks", "OK"))
    }

    @Test func aReloadLeavesSlotsThatAreFilled() throws {
        let scratch = try Scratch(types: [Screen.self, Button.self])
        try scratch.write(both)
        let container = try scratch.container()
        let screen = try screen("desk", in: container)
        #expect(screen.title == "Desks")
        try scratch.write(both.replacing("Desks", with: "Tables").replacing("OK", with: "Done"))
        try container.reload()
        #expect(screen.title == "Desks")
        #expect(screen.button.text == "Done")
    }

    /// Reports and comparisons show them in this order.
    @Test func resourcesAreInOneOrder() throws {
        let orders = try Set((0..<20).map { _ in try screens(both).inspection.rules.map { "\($0)" } })
        #expect(orders.count == 1)
    }

    @Test func aReloadWithAnIncompleteImplementationIsRefused() throws {
        let scratch = try Scratch(types: [Screen.self, Button.self])
        try scratch.write(both)
        let container = try scratch.container()
        try scratch.write(both.replacing("title = \"Desks\",", with: ""))
        let said = message { try container.reload() }
        #expect(said.contains(#"implementation "Screen.desk" has no "title""#), "\(said)")
        #expect(try screen("desk", in: container).$title.get() == "Desks")
    }

    @Test func ownersAndContainersAreReleased() throws {
        weak var released: Screen?
        weak var gone: Container?
        var action: Action<String, Int>?
        do {
            let container = try screens(both)
            gone = container
            let screen = try screen("phone", in: container)
            _ = (screen.button, try screen.open(1))
            action = screen.open
            released = screen
            #expect(screen.button.delegate != nil)
        }
        #expect(released == nil)
        #expect(gone == nil)
        let said = message { _ = try action?(1) }
        #expect(said == "container.lua:10: Screen.open was called after its owner was released")
    }

    @Test func anActionEndsWithItsContainer() throws {
        var container: Container? = try screens(both)
        let screen = try screen("phone", in: try #require(container))
        #expect(try screen.open(1) == "Moonwire for phones 1")
        container = nil
        let said = message { _ = try screen.open(1) }
        #expect(said.contains("was requested after its container was released"), "\(said)")
    }

    /// An owner that several threads use is an actor.
    private actor Shared: Implemented {
        nonisolated let implementation = "phone"
        @Resource var button: Button
        @Partial("Button") var made: Button

        var buttons: [ObjectIdentifier] { [ObjectIdentifier(button), ObjectIdentifier(made)] }

        init() {}
    }

    @Test func tasksThatReadASlotOfAnActorFirstGetOneValue() async throws {
        let container = try screens(
            """
            partial "Button" { type = "Button", args = { text = "made" } }
            implementation "Shared.phone" { button = inline { type = "Button", args = { text = "OK" } } }
            """
        ) { $0.registerOwner(Shared.self) }
        for _ in 0..<20 {
            let shared = Shared()
            let seen = try await withContainer(container) {
                try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
                    for _ in 0..<8 { group.addTask { await shared.buttons } }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
            }
            #expect(seen.count == 1)
        }
    }
}
