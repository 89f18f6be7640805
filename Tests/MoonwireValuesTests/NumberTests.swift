import MoonwireValues
import Testing

@Suite struct NumberTests {
    private func checkWidth<I: FixedWidthInteger & Convertible>(_ type: I.Type) throws {
        let (low, high) = (Int64(clamping: I.min), Int64(clamping: I.max))
        for value in [low, 0, high] {
            #expect(try read(.integer(value), as: type) == I(value))
            #expect(try written(I(value)) == .integer(value))
        }
        let range = "expects an integer from \(I.min) to \(I.max)"
        if I.min > Int64.min { #expect(refusal(.integer(low - 1), as: type) == "\(range), got \(low - 1)") }
        if I.max < Int64.max { #expect(refusal(.integer(high + 1), as: type) == "\(range), got \(high + 1)") }
        #expect(try read(.number(1.0), as: type) == 1)
        #expect(refusal(.number(1.5), as: type) == "expects an integer, got the number 1.5")
        #expect(refusal("1", as: type) == "expects an integer, got the string \"1\"")
        #expect(type.shape == .integer(min: low, max: high))
    }

    @Test func integersOfEveryWidthAcceptTheirRange() throws {
        try checkWidth(Int.self)
        try checkWidth(Int8.self)
        try checkWidth(Int16.self)
        try checkWidth(Int32.self)
        try checkWidth(Int64.self)
        try checkWidth(UInt.self)
        try checkWidth(UInt8.self)
        try checkWidth(UInt16.self)
        try checkWidth(UInt32.self)
        try checkWidth(UInt64.self)
    }

    @Test func integerThatScriptsCannotHoldIsAnError() throws {
        #expect(try written(UInt64(Int64.max)) == .integer(.max))
        let error = #expect(throws: ConversionError.self) { try written(UInt64.max) }
        #expect(error?.description == "expects an integer of 64 bits with a sign, got 18446744073709551615")
    }

    @Test func floatsBeyondTheRangeOfIntegersAreRefused() {
        #expect(refusal(.number(9.3e18), as: Int64.self)?.hasPrefix("expects an integer, got the number 9.3") == true)
        #expect(refusal(.number(.nan), as: Int.self) == "expects an integer, got the number nan")
        #expect(refusal(.number(.infinity), as: Int.self) == "expects an integer, got the number inf")
    }

    @Test func numbersAcceptIntegers() throws {
        #expect(try read(.number(1.5), as: Double.self) == 1.5)
        #expect(try read(.integer(2), as: Double.self) == 2)
        #expect(try read(.number(0.25), as: Float.self) == 0.25)
        #expect(try read(.number(.infinity), as: Float.self) == .infinity)
        #expect(try read(.number(.nan), as: Float.self).isNaN)
        #expect(refusal("1", as: Double.self) == "expects a number, got the string \"1\"")
        #expect(try written(1.5) == .number(1.5) && (try written(Float(0.5))) == .number(0.5))
        #expect(Double.shape == .number && Float.shape == .number)
    }

    @Test func floatThatANumberDoesNotFitIsAnError() {
        #expect(refusal(.number(1e300), as: Float.self)?.hasPrefix("expects a number from -3.40") == true)
        #expect(refusal(.number(-1e300), as: Float.self)?.hasSuffix(", got -1e+300") == true)
    }

    @Test func booleansAreNotNumbers() throws {
        #expect(try read(true, as: Bool.self) && !(try read(false, as: Bool.self)))
        #expect(refusal(1, as: Bool.self) == "expects a Boolean, got the integer 1")
        #expect(refusal(true, as: Int.self) == "expects an integer, got the Boolean true")
        #expect(try written(true) == true)
        #expect(Bool.shape == .boolean)
    }

    @Test func secretsAreNotShown() {
        #expect(refusal("hush", as: Int.self, secret: true) == "expects an integer, got a secret")
        #expect(refusal(300, as: UInt8.self, secret: true) == "expects an integer from 0 to 255, got a secret")
        #expect(refusal(.number(1e300), as: Float.self, secret: true)?.hasSuffix(", got a secret") == true)
        #expect(refusal(["hush"], as: [Int].self, secret: true) == "at 1 expects an integer, got a secret")
    }
}
