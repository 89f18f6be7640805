/// An object that stands for a service, and is of use to handles alone.
protocol ServiceHandleOwner: AnyObject {}
