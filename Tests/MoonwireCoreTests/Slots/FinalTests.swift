import MoonwireCore
import Testing

@Suite struct FinalTests {
    private final class Owner {
        @Final var serial: String?
        @Final var number: Int
        @Final var flag = false
        @Final var open: Int? = nil
        @Final private(set) var hidden: Int?

        func hide(_ number: Int) throws { try $hidden.assign(number) }
    }

    private static let owner = "MoonwireCoreTests/FinalTests.swift"

    @Test func finalSlotKeepsItsValue() throws {
        let owner = Owner()
        #expect(owner.serial == nil)
        owner.serial = "A-7"
        try owner.$number.assign(0)
        #expect(owner.serial == "A-7" && owner.number == 0)
        #expect(owner.$serial.isAssigned && owner.$number.isAssigned)
    }

    @Test func finalSlotRefusesASecondValue() throws {
        let owner = Owner()
        try owner.$serial.assign("A-7")
        for value in ["B-8", "A-7", nil] {
            #expect(
                message { try owner.$serial.assign(value) } == """
                    \(Self.owner):6: slot Owner.serial is final and already has a value; it cannot be set to \(value ?? "nil")
                    """)
        }
        #expect(owner.serial == "A-7")
    }

    @Test func longValuesOfFinalSlotsAreCutInTheMessage() throws {
        let owner = Owner()
        owner.serial = "A"
        let shown = message { try owner.$serial.assign(String(repeating: "x", count: 41)) }
        #expect(shown?.hasSuffix("set to \(String(repeating: "x", count: 37))...") == true)
    }

    @Test func initialValueOfAFinalSlotIsItsValue() {
        let owner = Owner()
        #expect(!owner.flag)
        #expect(
            message { try owner.$flag.assign(true) }
                == "\(Self.owner):8: slot Owner.flag is final and already has a value; it cannot be set to true")
    }

    @Test func nilDoesNotAssignAFinalSlot() throws {
        let owner = Owner()
        owner.serial = nil
        try owner.$serial.assign(nil)
        #expect(!owner.$serial.isAssigned && !owner.$open.isAssigned)
        owner.serial = "A"
        owner.open = 3
        #expect(owner.serial == "A" && owner.open == 3)
    }

    @Test func zeroAndFalseAssignAFinalSlot() throws {
        let owner = Owner()
        owner.number = 0
        #expect(message { try owner.$number.assign(1) } != nil)
    }

    @Test func readingDoesNotAssignAFinalSlot() throws {
        let owner = Owner()
        #expect(
            message { try owner.$number.get() }
                == "\(Self.owner):7: slot Owner.number was read before it was assigned")
        #expect(try owner.$serial.get() == nil)
        owner.number = 4
        #expect(try owner.$number.get() == 4)
    }

    @Test func finalSlotRefusesASecondValueOfItsOwner() throws {
        let owner = Owner()
        try owner.hide(1)
        #expect(message { try owner.hide(2) }?.contains("slot Owner.hidden is final") == true)
        #expect(owner.hidden == 1)
    }

    @Test func containerDoesNotAssignFinalSlots() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "v8"])).container()
        let owner = Owner()
        try container.inject(into: owner)
        #expect(!owner.$serial.isAssigned)
    }
}
