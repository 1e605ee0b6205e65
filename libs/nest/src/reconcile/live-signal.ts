/** An order with the signal that ends it. */
type WithSignal<Order> = Order & { readonly signal: AbortSignal };

/**
 * Gives an order its signal in such a way that every look at `order.signal` looks at the lease first. A process that stood still
 * goes on where it was, and what its handlers waited for may come before the timer that would have aborted them.
 */
export function withLiveSignal<Order extends object>(order: Order, signal: AbortSignal, lookAtLease: () => void): WithSignal<Order> {
  const get = (): AbortSignal => {
    lookAtLease();
    return signal;
  };
  Object.defineProperty(order, 'signal', { enumerable: true, get });
  return order as WithSignal<Order>; // TypeScript does not follow defineProperty
}
